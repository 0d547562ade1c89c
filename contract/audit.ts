import { z } from 'zod';
import { count, envelope, id, idFilter, pageQuery, searchTermsQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const auditActions = [
  'account.role',
  'account.disable',
  'account.enable',
  'account.sanction',
  'account.sanction-end',
  'account.note',
  'account.hide-texts',
  'account.restore-texts',
  'post.hide',
  'post.restore',
  'post.edit',
  'post.delete',
  'post.draft-link',
  'post.off-front-page',
  'post.on-front-page',
  'front-page.place',
  'front-page.change',
  'front-page.remove',
  'post.correction',
  'post.correction-delete',
  'discussion.change',
  'comment.hide',
  'comment.restore',
  'report.assign',
  'report.leave',
  'objection.decide',
  'comment.edit',
  'comment.delete',
  'category.create',
  'category.edit',
  'category.delete',
  'plan.create',
  'plan.edit',
  'payment.refund',
  'publication.change',
  'import.upload',
  'import.upload-part',
  'import.upload-delete',
  'import.plan',
  'import.download',
  'import.start',
  'import.stop',
  'import.undo',
  'audit.export',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditTargetKinds = [
  'account',
  'post',
  'comment',
  'category',
  'plan',
  'payment',
  'publication',
  'import',
  'audit',
] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** A value before and after; null where there was or is none. */
export const auditChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const auditEntry = z.object({
  id: id(),
  at: timestamp(),
  /** Names are those of the time; `id` is null for commands of the operator. */
  actor: z.object({ id: id().nullable(), name: z.string(), role: z.string() }),
  /** The address of the request; empty for commands. */
  address: z.string(),
  action: z.enum(auditActions),
  target: z.object({ kind: z.enum(auditTargetKinds), id: count().nullable(), name: z.string() }),
  changes: z.array(auditChange),
});
export type AuditItem = z.infer<typeof auditEntry>;

const filters = {
  search: searchTermsQuery('Each must occur in the name of the actor or of the target.'),
  action: z.enum(auditActions).optional().meta({ description: 'Entries of one action.' }),
  actor: idFilter(),
  target_kind: z.enum(auditTargetKinds).optional().meta({ description: 'Entries about one kind of object.' }),
  target: idFilter(),
  from: z.iso.date().optional().meta({ description: 'The first day, in Moscow time.' }),
  to: z.iso.date().optional().meta({ description: 'The last day, in Moscow time.' }),
};

export const listAuditLog = defineEndpoint('listAuditLog', {
  tag: 'moderation',
  summary: 'What staff did, newest first',
  auth: 'audit.read',
  query: z.object({ ...pageQuery, ...filters }),
  responses: { 200: envelope(auditEntry) },
  errors: [404],
});

export const exportAuditLog = defineEndpoint('exportAuditLog', {
  tag: 'moderation',
  summary: 'All entries that the filters select, as CSV (UTF-8, semicolons), sent while they are read',
  needsConfirmation: true,
  description: 'The export itself becomes an entry.',
  auth: 'audit.read',
  body: z.object(filters),
  contentType: 'text/csv',
  responses: { 200: z.string() },
});
