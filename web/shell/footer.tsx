import ArrowUp from 'lucide-react/icons/arrow-up';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as feedsMessages from '#locales/ru/feeds.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { Container } from '#web/ui/container.tsx';
import { useInputBeforeHydration } from '#web/ui/use-input-before-hydration.ts';
import { FeedLink } from './feed-link.tsx';
import { Logo } from './logo.tsx';
import { useSite } from './site-identity.ts';
import { SocialLinks } from './social-links.tsx';
import { chooseTheme, type Theme, useTheme } from './theme.ts';
import { themeOptions } from './theme-options.ts';

const footerHeadingClass = 'mb-2 font-sans text-xs font-medium tracking-normal text-muted';
const yearInMoscow = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Moscow', year: 'numeric' });

export function Footer() {
  const site = useSite();
  return (
    <footer className="mt-auto border-t-4 border-double border-rule-strong bg-sunk">
      {/* Columns of fixed widths: those that a slow connection brings later do not move the others. */}
      <Container className="grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[1fr_7rem_14rem_9rem] lg:gap-14">
        <dl className="max-w-form">
          <dt>
            <Logo />
          </dt>
          <dd className="mt-1 text-sm text-soft">{shellMessages.footerAbout}</dd>
          <SocialLinks />
        </dl>
        <nav aria-labelledby="footer-navigation">
          <h2 id="footer-navigation" className={footerHeadingClass}>
            {shellMessages.footerNavigation}
          </h2>
          <ul>
            <FooterLink to="/">{shellMessages.home}</FooterLink>
            <FooterLink to="/posts">{shellMessages.allPosts}</FooterLink>
            <FooterLink to="/categories">{shellMessages.categories}</FooterLink>
            <FooterLink to="/posts/create">{shellMessages.createPost}</FooterLink>
          </ul>
        </nav>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links" className={footerHeadingClass}>
            {shellMessages.footerLinks}
          </h2>
          <ul>
            <FooterLink to="/about">{shellMessages.about}</FooterLink>
            <FooterLink to="/rules">{shellMessages.rules}</FooterLink>
            <FooterLink to="/privacy">{shellMessages.privacy}</FooterLink>
            <FooterLink to="/feedback">{shellMessages.feedback}</FooterLink>
            <li className="flex min-h-8 items-center text-sm pointer-coarse:min-h-11">
              <FeedLink path="" label={feedsMessages.subscribe} />
            </li>
          </ul>
        </nav>
        <ThemeChoice />
      </Container>
      <div className="border-t border-rule">
        <Container className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3 text-xs text-muted">
          <ul className="flex flex-wrap items-center gap-x-5 gap-y-1">
            <li suppressHydrationWarning className="font-sans-name">
              {interpolate(shellMessages.copyright, {
                year: yearInMoscow.format(new Date()),
                site: site.name,
              })}
            </li>
            <FooterLink to="/terms">{shellMessages.terms}</FooterLink>
            <FooterLink to="/privacy">{shellMessages.privacyShort}</FooterLink>
          </ul>
          {/* biome-ignore lint/a11y/useValidAnchor: a link that works without a script; with one it also scrolls smoothly */}
          <a
            href="#top"
            onClick={scrollToTop}
            className="ml-auto inline-flex min-h-8 items-center gap-1.5 font-medium text-soft hover:text-ink pointer-coarse:min-h-11"
          >
            {shellMessages.toTop}
            <ArrowUp aria-hidden className="size-4" />
          </a>
        </Container>
      </div>
    </footer>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        viewTransition
        className="flex min-h-8 items-center text-sm text-soft hover:text-ink hover:underline pointer-coarse:min-h-11"
      >
        {children}
      </Link>
    </li>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  const group = useRef<HTMLFieldSetElement>(null);
  useInputBeforeHydration(group, ({ value }) => chooseTheme(value as Theme));
  return (
    <fieldset ref={group} className="needs-script">
      <legend className={footerHeadingClass}>{shellMessages.theme}</legend>
      <ul className="flex flex-wrap gap-x-6 gap-y-0.5 md:flex-col">
        {themeOptions.map(({ value, label }) => (
          <li key={value}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2.5 text-sm text-soft hover:text-ink has-checked:text-ink pointer-coarse:min-h-11">
              <input
                type="radio"
                name="theme"
                value={value}
                checked={theme === value}
                autoComplete="off"
                onChange={() => chooseTheme(value satisfies Theme)}
                className="size-4 accent-accent"
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The link works without scripts; this makes it smooth and moves the focus. */
function scrollToTop(event: MouseEvent): void {
  event.preventDefault();
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  document.getElementById('content')?.focus({ preventScroll: true });
}
