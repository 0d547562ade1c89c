/** What the operator calls the site, for pages, mails, feeds and descriptions of the site. */
export type SiteIdentity = {
  name: string;
  /** One or two sentences, for the front page, feeds and search engines. */
  description: string;
  /** A public e-mail address of the editors; null if they are reached by the feedback form only. */
  email: string | null;
  /** The colours of the mark: of the square beside the name and of the icons; null for the accent of the design. */
  colors: { mark: string | null; background: string | null };
  /** A square picture that replaces the mark on icons. */
  icon: { bytes: Buffer; isSvg: boolean } | null;
  /** Where to report vulnerabilities, as a URL; null for the contact or the feedback form. */
  securityContact: string | null;
};
