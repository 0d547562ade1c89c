import { z } from 'zod';

/** Raised when an earlier release cannot read the archives. */
export const formatVersion = 2;

/** Names of the entries of an archive, in their order. */
export const entryNames = {
  manifest: 'backup.json',
  table: (table: string, part: number) => `tables/${table}/${String(part).padStart(8, '0')}`,
  picture: (path: string) => `pictures/${path}`,
  /** Pictures that are in the store beside the archive, by the first two digits of their paths. */
  pictureList: (digits: string) => `picture-list/${digits}`,
  secret: (name: string) => `secrets/${name}`,
  sequences: 'sequences.json',
  summary: 'summary.json',
};

/** The first entry: what the archive contains. */
export const manifestSchema = z.object({
  format: z.int().positive(),
  createdAt: z.iso.datetime(),
  release: z.string(),
  publicUrl: z.string(),
  serverVersion: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** The schema of the job queue, a number of its library. */
  jobsVersion: z.int(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Whether the pictures are in the archive, in the store beside it, or were left where they are. */
  pictures: z.enum(['archive', 'store', 'none']),
  /** Under which name the store has the pictures of this archive. */
  vaultId: z.string().regex(/^[\w-]+$/),
});

export const sequencesSchema = z.array(
  z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
);

const contentSchema = z.object({ count: z.int(), bytes: z.int(), checksum: z.string() });

/** The last entry: what must be found in all entries before it. An archive without it is not complete. */
export const summarySchema = z.object({
  tables: z.record(z.string(), contentSchema),
  pictures: contentSchema,
  /** Picture files that the database names and the storage did not have. */
  missingPictures: z.int(),
  /** SHA-256 of the names, sizes and contents of all entries before. */
  sha256: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Sequences = z.infer<typeof sequencesSchema>;
export type Content = z.infer<typeof contentSchema>;
export type Summary = z.infer<typeof summarySchema>;
