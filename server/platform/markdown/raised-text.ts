import { compatibilityForm } from '#contract/compatibility-form.ts';

const formsOf = (characters: string): ReadonlyMap<string, string> =>
  new Map(Array.from(characters, (character) => [compatibilityForm(character), character]));
const forms: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  sup: formsOf('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿ'),
  sub: formsOf('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ'),
};

/** The text of `<sup>` or `<sub>` in characters of Unicode: 10⁶, H₂O. A text that Unicode does not have whole stays as it is. */
export function raiseText(text: string, element: string): string {
  const characters = Array.from(text.replaceAll('-', '−'), (character) => forms[element]?.get(character));
  return characters.includes(undefined) ? text : characters.join('');
}
