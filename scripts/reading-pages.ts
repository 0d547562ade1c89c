/** The pages that most visitors read, as modules in `web/pages`. Their script weight has a limit. */
export const readingPages = ['home', 'posts', 'post', 'category', 'author'];
