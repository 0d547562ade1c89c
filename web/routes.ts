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
    route('subscription', 'pages/subscription.tsx'),
    route('subscription/success', 'pages/payment-success.tsx'),
    route('subscription/cancel', 'pages/payment-cancel.tsx'),
    route('about', 'pages/about.tsx'),
    route('rules', 'pages/rules.tsx'),
    route('privacy', 'pages/privacy.tsx'),
    route('terms', 'pages/terms.tsx'),
    route('feedback', 'pages/feedback.tsx'),
    route('staff', 'pages/staff.tsx'),
    route('staff/posts', 'pages/staff-posts.tsx'),
    route('staff/comments', 'pages/staff-comments.tsx'),
    route('staff/categories', 'pages/staff-categories.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
