import {
  BookOpen,
  BriefcaseBusiness,
  Camera,
  Clapperboard,
  FlaskConical,
  Globe,
  GraduationCap,
  HeartPulse,
  House,
  Laptop,
  type LucideIcon,
  Music,
  ShoppingBag,
  Tag,
  Trophy,
} from 'lucide-react';

/** By parts of words, so that every case and both languages are met. */
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

/** The sign of a category, found by its name; a tag for all the others. */
export function CategoryIcon({ name, className }: { name: string; className: string }) {
  const lower = name.toLocaleLowerCase('ru-RU');
  const Icon = icons.find(([words]) => words.test(lower))?.[1] ?? Tag;
  return <Icon aria-hidden className={className} strokeWidth={1.5} />;
}
