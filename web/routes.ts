import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('pages/page-boundary.tsx', [
    index('pages/home.tsx'),
    route('posts', 'pages/posts.tsx'),
    route('posts/create', 'pages/post-create.tsx'),
    route('posts/my', 'pages/my-posts.tsx'),
    route('posts/:slug', 'pages/post.tsx'),
    route('posts/:slug/edit', 'pages/post-edit.tsx'),
    route('comments/my', 'pages/my-comments.tsx'),
    route('categories', 'pages/categories.tsx'),
    route('categories/:slug', 'pages/category.tsx'),
    route('login', 'pages/login.tsx'),
    route('register', 'pages/register.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
