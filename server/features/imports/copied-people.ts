import { profileBody, registerBody } from '#contract/auth.ts';
import { type RestrictionKind, type Role, restrictionTable, roles } from '#contract/permissions.ts';
import { isDeletedName } from './copy-layout.ts';
import type { FileProblem } from './import-folder.ts';
import { getDate, requireDate } from './parse-date.ts';
import { parseWith, Refusal, refuse, withFile } from './problem.ts';
import {
  getExactText,
  getFields,
  getFlag,
  getItems,
  getText,
  readYaml,
  type YamlFields,
  type YamlText,
} from './yaml-value.ts';

/** An account of a copied site. */
export type CopiedPerson = { name: string; createdAt: Date; file: string } & (
  | { deletedAt: Date }
  | {
      deletedAt: null;
      email: string;
      firstName: string;
      lastName: string;
      bio: string;
      avatar: YamlText | undefined;
      role: Role;
      isActive: boolean;
      isTrapped: boolean;
      restrictions: Array<{ kind: RestrictionKind; until: Date | null }>;
      deletion: { dueAt: Date; texts: 'keep' | 'remove' } | null;
    }
);

const restrictionKinds = Object.keys(restrictionTable) as RestrictionKind[];

/** The accounts of one file, and what cannot be read. Throws Refusal if the file is not a mapping. */
export function readCopiedPeople(
  text: string,
  file: string,
): { people: CopiedPerson[]; problems: FileProblem[] } {
  const problems: FileProblem[] = [];
  const fields = withFile(file, () => getFields(readYaml(text)));
  const people = [...fields].flatMap(([name, value]): CopiedPerson[] => {
    try {
      return [{ file, ...readPerson(name, getFields(value), value.line) }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push({ line: value.line, ...error.problem, about: name.slice(0, 200), file });
      return [];
    }
  });
  return { people, problems };
}

function readPerson(name: string, fields: YamlFields, line: number) {
  const createdAt = requireDate(fields, 'registered', line);
  const deletedAt = getDate(fields, 'deleted');
  if (deletedAt)
    return isDeletedName(name) ? { name, createdAt, deletedAt } : refuse('validation.invalid', { line });
  const dueAt = getDate(fields, 'deletion_due');
  const textOf = (field: string) => getExactText(fields, field) ?? '';
  return {
    name: parseWith(registerBody.shape.username, name, { line }),
    createdAt,
    deletedAt,
    email: parseWith(registerBody.shape.email, getText(fields, 'email')?.text, { line }),
    firstName: parseWith(registerBody.shape.first_name, textOf('first_name'), { line }) ?? '',
    lastName: parseWith(registerBody.shape.last_name, textOf('last_name'), { line }) ?? '',
    bio: parseWith(profileBody.shape.bio, textOf('bio'), { line }) ?? '',
    avatar: getText(fields, 'avatar'),
    role: optionOf(roles, getText(fields, 'role') ?? { text: 'author', line }, 'role'),
    isActive: !getFlag(fields, 'disabled', false),
    isTrapped: getFlag(fields, 'trapped', false),
    restrictions: getItems(fields.get('restrictions')).map((item) => {
      const values = getFields(item);
      const kind = getText(values, 'kind') ?? { text: '', line: item.line };
      return { kind: optionOf(restrictionKinds, kind, 'kind'), until: getDate(values, 'until') };
    }),
    deletion: dueAt && {
      dueAt,
      texts: textOf('deletion_texts') === 'keep' ? ('keep' as const) : ('remove' as const),
    },
  };
}

function optionOf<Option extends string>(
  options: readonly Option[],
  { text, line }: YamlText,
  name: string,
): Option {
  const option = options.find((known) => known === text);
  return option ?? refuse('imports.notOption', { line }, { name, options: options.join(', ') });
}
