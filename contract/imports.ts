import { z } from 'zod';
import {
  count,
  emptyBody,
  envelope,
  id,
  optionalText,
  pageQuery,
  pathId,
  requiredFile,
  requiredText,
  timestamp,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** Each has its own states; `plan` writes nothing to the site. */
export const importStages = ['plan', 'import', 'undo'] as const;
export const importStates = ['waiting', 'running', 'done', 'stopped', 'failed'] as const;
/** What an import would do with a file. `doubtful`: it would come, but not everything as it is. */
export const planStates = ['new', 'doubtful', 'exists', 'refused'] as const;
/** What an import has done with a file. `kept`: the article was edited here. */
export const reportStates = ['imported', 'updated', 'exists', 'kept', 'refused'] as const;
export const keptKinds = ['post', 'category', 'account'] as const;
export const importLists = ['plan', 'report', 'problems', 'kept'] as const;

export const uploadNameMaxLength = 200;
const authorMaxLength = 150;
const urlMaxLength = 500;

const bytes = () => z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const uploadId = () => z.string().meta({ description: 'A UUID; anything else is 404.' });
const countsOf = <State extends string>(states: readonly State[]) =>
  z.object(
    Object.fromEntries(states.map((state) => [state, count()])) as Record<State, ReturnType<typeof count>>,
  );

const importOptions = z.object({
  /** Who gets the articles without an author. */
  author: z.string().nullable(),
  pages: z.boolean(),
  fetch_pictures: z.boolean(),
  /** The address of the earlier site, which an export of Ghost and some folders do not contain. */
  site_url: z.string().nullable(),
  /** Whether the members of an archive with an export of Ghost become accounts. */
  members: z.boolean(),
  /** The date of articles without one. */
  date: z.iso.date().nullable(),
});

const importTask = z.object({
  id: id(),
  name: z.string(),
  source: z.enum(['upload', 'folder', 'command']),
  /** False if the uploaded file has been deleted: the import cannot be started or continued. */
  has_source: z.boolean(),
  options: importOptions,
  stage: z.enum(importStages),
  state: z.enum(importStates),
  is_stopping: z.boolean(),
  progress: z.object({ done: count(), total: count().nullable(), file: z.string() }),
  plan: countsOf([...planStates, 'problems']).nullable(),
  report: countsOf([...reportStates, 'problems']).nullable(),
  undone: countsOf(['posts', 'pictures', 'categories', 'accounts', 'kept']).nullable(),
  /** Why the stage failed, in Russian. */
  failure: z.string().nullable(),
  /** The number for `npm run import -- --take-back`. */
  run: id().nullable(),
  created_at: timestamp(),
  changed_at: timestamp(),
});
export type ImportTask = z.infer<typeof importTask>;

const importUpload = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: bytes(),
  /** The upload is complete when it equals `bytes`; the next part begins here. */
  received: bytes(),
  /** When it is deleted if nobody uses it. */
  expires_at: timestamp(),
});
export type ImportUpload = z.infer<typeof importUpload>;

const importFile = z.object({
  /** The place in the list, from 1. */
  id: id(),
  file: z.string(),
  state: z.string(),
  slug: z.string().nullable(),
  title: z.string().nullable(),
  author: z.string().nullable(),
  category: z.string().nullable(),
  notes: z.array(z.string()),
});
export type ImportFile = z.infer<typeof importFile>;

const taskParams = z.object({ id: pathId() });
const uploadParams = z.object({ id: uploadId() });
const auth = 'imports.manage';
const tag = 'imports';

export const listImports = defineEndpoint('listImports', {
  tag,
  summary: 'Imports of this screen and by command, newest first',
  auth,
  query: z.object(pageQuery),
  responses: { 200: envelope(importTask) },
  errors: [404],
});

export const listImportSources = defineEndpoint('listImportSources', {
  tag,
  summary: 'What can be imported: uploads, and what the operator has placed in `imports` of the data folder',
  auth,
  responses: {
    200: z.object({
      max_bytes: bytes(),
      /** The largest part of an upload. */
      part_bytes: bytes(),
      uploads: z.array(importUpload),
      folders: z.array(z.object({ name: z.string(), kind: z.enum(['folder', 'file']) })),
    }),
  },
});

export const startImportUpload = defineEndpoint('startImportUpload', {
  tag,
  summary: 'Begin to upload a ZIP archive, an export of WordPress (XML) or of Ghost (JSON)',
  description:
    'One upload at a time: another one that has not been continued for ten minutes is replaced, a newer one is 409, as are more than five stored files.',
  auth,
  body: z.object({
    name: requiredText(uploadNameMaxLength, { required: 'importRequests.nameMissing' }),
    bytes: z.int('importRequests.fileEmpty').min(1, 'importRequests.fileEmpty'),
  }),
  errorMessages: { 400: [{ field: 'bytes', key: 'importRequests.uploadTooLarge' }] },
  responses: { 201: importUpload },
  errors: [409],
});

export const addImportPart = defineEndpoint('addImportPart', {
  tag,
  summary: 'The next part of an upload (multipart only)',
  description:
    'A part that has been received already changes nothing, so that parts can be repeated. 409 if a part is missing before it.',
  auth,
  params: uploadParams,
  isMultipartOnly: true,
  body: z.object({ offset: bytes(), part: requiredFile() }),
  responses: { 200: importUpload },
  errors: [409],
});

export const deleteImportUpload = defineEndpoint('deleteImportUpload', {
  tag,
  summary: 'Delete an upload, also an unfinished one; 409 while an import reads it',
  auth,
  params: uploadParams,
  responses: { 204: null },
  errors: [409],
});

export const createImport = defineEndpoint('createImport', {
  tag,
  summary: 'Have a plan made: what would be imported and what not. Writes nothing to the site',
  auth,
  body: z.object({
    upload: z.uuid('importRequests.sourceMissing').nullish(),
    folder: optionalText(255).meta({ description: 'A name of `listImportSources`, instead of an upload.' }),
    author: optionalText(authorMaxLength),
    pages: z.boolean().default(false),
    fetch_pictures: z.boolean().default(true),
    site_url: z
      .url({ protocol: /^https?$/, error: 'importRequests.siteUrl' })
      .max(urlMaxLength)
      .nullish(),
    members: z.boolean().default(false),
    date: z.iso.date('importRequests.date').nullish(),
  }),
  errorMessages: { 400: [{ field: 'upload', key: 'importRequests.sourceMissing' }] },
  responses: { 201: importTask },
});

export const getImport = defineEndpoint('getImport', {
  tag,
  summary: 'An import with its progress',
  auth,
  params: taskParams,
  responses: { 200: importTask },
});

export const listImportFiles = defineEndpoint('listImportFiles', {
  tag,
  summary:
    'The files of an import: its plan, its report, problems that belong to no article, and what undoing left',
  auth,
  params: taskParams,
  query: z.object({
    ...pageQuery,
    list: z.enum(importLists).default('plan').meta({
      description: 'Files of the plan or of the report, problems without an article, or what undoing left.',
    }),
    state: z
      .enum([...new Set([...planStates, ...reportStates])])
      .optional()
      .meta({ description: 'Files in one state.' }),
  }),
  responses: { 200: envelope(importFile) },
});

export const downloadImportPlan = defineEndpoint('downloadImportPlan', {
  tag,
  summary: 'The whole plan, sent while it is read',
  auth,
  params: taskParams,
  body: emptyBody,
  contentType: 'application/json',
  responses: { 200: z.object({ files: z.array(importFile) }) },
});

export const startImport = defineEndpoint('startImport', {
  tag,
  summary: 'Import what was planned, or continue an import that was stopped or has failed; otherwise 409',
  auth,
  needsConfirmation: true,
  params: taskParams,
  body: emptyBody,
  responses: { 200: importTask },
  errors: [409],
});

export const stopImport = defineEndpoint('stopImport', {
  tag,
  summary: 'Stop after the present article; what was imported stays',
  auth,
  params: taskParams,
  body: emptyBody,
  responses: { 200: importTask },
});

export const undoImport = defineEndpoint('undoImport', {
  tag,
  summary:
    'Remove what an import has created, except what was edited, discussed or used since; 409 while it is working',
  auth,
  needsConfirmation: true,
  params: taskParams,
  body: emptyBody,
  responses: { 200: importTask },
  errors: [409],
});
