import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('pages/page-boundary.tsx', [
    index('pages/home.tsx'),
    route('posts', 'pages/posts.tsx'),
    route('posts/create', 'pages/post-create.tsx'),
    route('posts/:slug', 'pages/post.tsx'),
    route('categories', 'pages/categories.tsx'),
    route('categories/:slug', 'pages/category.tsx'),
    route('login', 'pages/login.tsx'),
    route('register', 'pages/register.tsx'),
    route('profile', 'pages/profile.tsx'),
    route('change-password', 'pages/change-password.tsx'),
    route('password-reset', 'pages/password-reset.tsx'),
    route('verify-email', 'pages/verify-email.tsx'),
    route('users/:username', 'pages/author.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
