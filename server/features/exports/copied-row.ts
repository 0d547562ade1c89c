/** What the export reads of the tables. Usernames of deleted accounts contain ids. */
export type AccountRow = {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  bio: string;
  avatar: string | null;
  role: string;
  isActive: boolean;
  isTrapped: boolean;
  createdAt: Date;
  deletedAt: Date | null;
  deletionDueAt: Date | null;
  deletionTexts: string | null;
  restrictions: Array<{ kind: string; until: string | null }>;
};

export type CategoryRow = {
  slug: string;
  name: string;
  description: string;
  color: string | null;
  mark: string | null;
};

export type PlacementRow = {
  slug: string;
  section: string;
  startsAt: Date | null;
  endsAt: Date | null;
  placedAt: Date;
  editor: string | null;
};

export type ArticleRow = {
  id: number;
  slug: string;
  title: string;
  standfirst: string | null;
  content: string;
  imageCaption: string | null;
  imageFocus: { x: number; y: number } | null;
  image: string | null;
  commentsEnabled: boolean;
  hasChosenSlug: boolean;
  status: string;
  publishAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  editedAt: Date | null;
  draftCreatedAt: Date | null;
  hiddenStatus: string | null;
  hiddenAt: Date | null;
  hiddenBy: string | null;
  hiddenReason: string;
  waitingRule: string | null;
  publicTitle: string | null;
  publicSlug: string | null;
  offFrontPageAt: Date | null;
  offFrontPageBy: string | null;
  pinnedAt: Date | null;
  author: string;
  category: string | null;
  views: number | null;
  readerViews: number | null;
  hasComments: boolean;
  discussion: { isLocked: boolean; closeAfterDays: number | null; slowModeSeconds: number } | null;
  corrections: Array<{ date: string; by: string | null; text: string }>;
  formerSlugs: Array<{ slug: string; date: string; wasPublic: boolean }>;
  addresses: string[];
};

export type CommentRow = {
  depth: number;
  isPinned: boolean;
  author: string;
  createdAt: Date;
  updatedAt: Date;
  content: string;
  deletedAt: Date | null;
  deletedBy: string | null;
  isHidden: boolean;
  hiddenReason: string;
  waitingRule: string | null;
};
