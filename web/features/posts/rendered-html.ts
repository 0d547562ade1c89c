declare const rendered: unique symbol;

/** HTML rendered from Markdown and sanitised by the server: the only HTML inserted into a page unescaped. */
export type RenderedHtml = string & { readonly [rendered]: true };

/**
 * Returns the rendered HTML of a post. Do not edit it: a search and replace could turn an attribute value into
 * markup.
 */
export function renderedHtml(post: { content_html: string }): RenderedHtml {
  return post.content_html as RenderedHtml;
}
