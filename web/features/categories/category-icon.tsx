import BookOpen from 'lucide-react/icons/book-open';
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import Camera from 'lucide-react/icons/camera';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Music from 'lucide-react/icons/eighth-notes';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Globe from 'lucide-react/icons/globe';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import House from 'lucide-react/icons/house';
import Laptop from 'lucide-react/icons/laptop';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Tag from 'lucide-react/icons/tag';
import Trophy from 'lucide-react/icons/trophy';
import type { LucideIcon } from 'lucide-react/types';

/** Matches word stems, so that all grammatical cases and both languages match. */
const icons: readonly (readonly [words: RegExp, Icon: LucideIcon])[] = [
  [/технолог|tech/, Laptop],
  [/наук|scien/, FlaskConical],
  [/здоров|health/, HeartPulse],
  [/образован|educat/, GraduationCap],
  [/путешеств|travel/, Globe],
  [/фото|photo/, Camera],
  [/музык|music/, Music],
  [/спорт|sport/, Trophy],
  [/бизнес|business/, BriefcaseBusiness],
  [/(?<!\p{L})дом|home/u, House],
  [/покупк|shop/, ShoppingBag],
  [/книг|book/, BookOpen],
  [/фильм|кино|movie|film/, Clapperboard],
];

/** The icon of a category, chosen by its name. The default is a tag. */
export function CategoryIcon({ name, className }: { name: string; className: string }) {
  const lower = name.toLocaleLowerCase('ru-RU');
  const Icon = icons.find(([words]) => words.test(lower))?.[1] ?? Tag;
  return <Icon aria-hidden className={className} strokeWidth={1.5} />;
}
