/** What the operator calls the site, for pages, mails, feeds and descriptions of the site. */
export type SiteIdentity = {
  name: string;
  /** One or two sentences, for the front page, feeds and search engines. */
  description: string;
  /** A public e-mail address of the editors; null if they are reached by the feedback form only. */
  email: string | null;
  /** The colours of the mark: of the square beside the name and of the icons; null for the accent of the design. */
  colors: { mark: string | null; background: string | null };
};
