import type { Editor } from '@tiptap/react';
import Code from 'lucide-react/icons/code';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import PictureIcon from 'lucide-react/icons/image';
import GalleryIcon from 'lucide-react/icons/images';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import ListTodo from 'lucide-react/icons/list-todo';
import Minus from 'lucide-react/icons/minus';
import Footnote from 'lucide-react/icons/superscript';
import Table from 'lucide-react/icons/table';
import TextQuote from 'lucide-react/icons/text-quote';
import Video from 'lucide-react/icons/video';
import type { LucideIcon } from 'lucide-react/types';
import * as editorMessages from '#locales/ru/editor.ts';
import type { EditorActions } from './extensions.ts';
import { insertFootnote } from './footnote.ts';

export type Insertion = {
  name: string;
  label: string;
  /** Other words that find it in the menu of `/`. */
  keywords: string;
  Icon: LucideIcon;
  /** Only in the menu of `/`: the toolbar has a button for it. */
  isStyle?: true;
  needsUploads?: true;
  isPossible?: (editor: Editor) => boolean;
  run: (editor: Editor, actions: EditorActions) => void;
};

/** Everything that can be inserted into a text, in the order of the menus. */
export const insertions: readonly Insertion[] = [
  {
    name: 'heading2',
    label: editorMessages.heading2,
    keywords: 'h2 title heading',
    Icon: Heading2,
    isStyle: true,
    run: (editor) => editor.commands.setHeading({ level: 2 }),
  },
  {
    name: 'heading3',
    label: editorMessages.heading3,
    keywords: 'h3 subtitle heading',
    Icon: Heading3,
    isStyle: true,
    run: (editor) => editor.commands.setHeading({ level: 3 }),
  },
  {
    name: 'bulletList',
    label: editorMessages.bulletList,
    keywords: 'list ul',
    Icon: List,
    isStyle: true,
    run: (editor) => editor.commands.toggleBulletList(),
  },
  {
    name: 'orderedList',
    label: editorMessages.orderedList,
    keywords: 'list ol',
    Icon: ListOrdered,
    isStyle: true,
    run: (editor) => editor.commands.toggleOrderedList(),
  },
  {
    name: 'taskList',
    label: editorMessages.taskList,
    keywords: 'todo checklist',
    Icon: ListTodo,
    isStyle: true,
    run: (editor) => editor.commands.toggleTaskList(),
  },
  {
    name: 'quote',
    label: editorMessages.quote,
    keywords: 'quote blockquote',
    Icon: TextQuote,
    isStyle: true,
    run: (editor) => editor.commands.toggleBlockquote(),
  },
  {
    name: 'picture',
    label: editorMessages.picture,
    keywords: 'изображение фото image photo',
    Icon: PictureIcon,
    needsUploads: true,
    run: (_editor, { choosePictures }) => choosePictures('one'),
  },
  {
    name: 'gallery',
    label: editorMessages.gallery,
    keywords: 'картинки фотографии gallery images',
    Icon: GalleryIcon,
    needsUploads: true,
    run: (_editor, { choosePictures }) => choosePictures('many'),
  },
  {
    name: 'video',
    label: editorMessages.video,
    keywords: 'ролик youtube rutube vk telegram video',
    Icon: Video,
    run: (_editor, { openVideo }) => openVideo(),
  },
  {
    name: 'table',
    label: editorMessages.table,
    keywords: 'table',
    Icon: Table,
    isPossible: (editor) => !editor.isActive('table'),
    run: (editor) => editor.commands.insertTable({ rows: 3, cols: 2, withHeaderRow: true }),
  },
  {
    name: 'footnote',
    label: editorMessages.footnote,
    keywords: 'примечание footnote',
    Icon: Footnote,
    isPossible: (editor) => editor.state.selection.$from.depth > 0 && !editor.isActive('codeBlock'),
    run: insertFootnote,
  },
  {
    name: 'codeBlock',
    label: editorMessages.codeBlock,
    keywords: 'code pre',
    Icon: Code,
    run: (editor) => editor.commands.toggleCodeBlock(),
  },
  {
    name: 'rule',
    label: editorMessages.rule,
    keywords: 'разделитель черта divider hr',
    Icon: Minus,
    run: (editor) => editor.commands.setHorizontalRule(),
  },
];

/** The insertions that an editor offers. */
export const offeredInsertions = (hasUploads: boolean): readonly Insertion[] =>
  insertions.filter(({ needsUploads }) => hasUploads || !needsUploads);
