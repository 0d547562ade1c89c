declare const rendered: unique symbol;

/** HTML that the server rendered from Markdown and sanitised: the only HTML that may enter a page as it is. */
export type RenderedHtml = string & { readonly [rendered]: true };

/**
 * Takes the rendered text out of a post. It must stay as it is: a change by search and replace could turn the
 * inside of an attribute into markup.
 */
export function renderedHtml(post: { content_html: string }): RenderedHtml {
  return post.content_html as RenderedHtml;
}
