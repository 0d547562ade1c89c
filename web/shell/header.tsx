import MenuIcon from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { lazy, useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import * as shellMessages from '#locales/ru/shell.ts';
import { useUser } from '#web/api/use-session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { AccountMenu, GuestActions } from './account.tsx';
import { Logo } from './logo.tsx';
import { NavigationLinks } from './navigation.tsx';
import { SearchForm } from './search-form.tsx';

const MobileUserMenu = lazy(() =>
  import('./user-tools.tsx').then((module) => ({ default: module.MobileUserMenu })),
);

type Panel = 'search' | 'menu' | null;

/**
 * The header of every page, sticky except on low viewports, where it sticks only while it has focus. On small screens
 * search and menu open as panels under the bar.
 */
export function Header() {
  const [panel, setPanel] = useState<Panel>(null);
  const location = useLocation();
  const panelId = useId();
  const toggle = (which: Panel) => setPanel((open) => (open === which ? null : which));

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the panel
  useEffect(() => setPanel(null), [location.key]);
  useEffect(() => {
    if (panel === null) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setPanel(null);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [panel]);

  return (
    <header className="site-header sticky top-0 z-40 short:not-focus-within:static border-b border-rule bg-paper">
      <Container className="flex h-(--header-height) items-stretch gap-2 lg:gap-8">
        <Logo />
        <nav aria-label={shellMessages.mainNavigation} className="hidden md:block">
          <ul className="flex h-full items-stretch gap-1">
            <NavigationLinks className="flex h-full items-center border-b-3 border-transparent px-2 pt-0.5 text-sm font-medium whitespace-nowrap text-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-ink lg:px-3" />
          </ul>
        </nav>
        <div className="ml-auto hidden w-full max-w-72 items-center lg:flex">
          <SearchForm />
        </div>
        <div className="ml-auto flex items-center gap-1 lg:ml-0">
          <PanelToggle
            panelId={panelId}
            isOpen={panel === 'search'}
            labels={[shellMessages.openSearch, shellMessages.closeSearch]}
            icon={<Search aria-hidden className="size-5" />}
            onToggle={() => toggle('search')}
            className="lg:hidden"
          />
          <AccountMenu />
          <PanelToggle
            panelId={panelId}
            isOpen={panel === 'menu'}
            labels={[shellMessages.openMenu, shellMessages.closeMenu]}
            icon={<MenuIcon aria-hidden className="size-5" />}
            onToggle={() => toggle('menu')}
            className="md:hidden"
          />
        </div>
      </Container>
      <div id={panelId} data-open={panel ?? 'none'} className="header-panel border-t border-rule lg:hidden">
        <Container className="flex flex-col gap-4 py-4">
          {panel !== 'menu' && <SearchForm autoFocus={panel === 'search'} />}
          {panel !== 'search' && <MobileMenu />}
        </Container>
      </div>
    </header>
  );
}

type PanelToggleProps = {
  panelId: string;
  isOpen: boolean;
  labels: [open: string, close: string];
  icon: React.ReactNode;
  onToggle: () => void;
  className: string;
};

function PanelToggle({ panelId, isOpen, labels, icon, onToggle, className }: PanelToggleProps) {
  return (
    <IconButton
      label={isOpen ? labels[1] : labels[0]}
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={onToggle}
      className={`needs-script ${className}`}
    >
      {isOpen ? <X aria-hidden className="size-5" /> : icon}
    </IconButton>
  );
}

function MobileMenu() {
  const user = useUser();
  return (
    <>
      <nav aria-label={shellMessages.mainNavigation} className="md:hidden">
        <ul>
          <NavigationLinks className="flex min-h-12 items-center border-b border-rule font-serif text-lg font-semibold aria-[current]:text-accent" />
        </ul>
      </nav>
      {user ? (
        <LazyBoundary>
          <MobileUserMenu user={user} />
        </LazyBoundary>
      ) : (
        <div className="grid grid-cols-2 gap-3 md:hidden">
          <GuestActions size="lg" />
        </div>
      )}
    </>
  );
}
