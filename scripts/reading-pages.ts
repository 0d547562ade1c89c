/** The pages that most visitors read: their modules in `web/pages`. What several of them load is weighed and bundled with care. */
export const readingPages = ['home', 'posts', 'post', 'category', 'author'];
