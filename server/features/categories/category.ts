export type Category = {
  id: number;
  name: string;
  slug: string;
  description: string;
  postsCount: number;
  createdAt: Date;
};

export const categorySlugRules = { maxLength: 100, fallback: 'category' };
