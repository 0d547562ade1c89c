import { expect, it } from 'vitest';
import { profileBody } from './auth.ts';
import { createCommentBody } from './comments.ts';
import { postFieldInputs } from './post-fields.ts';

it.each(['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'])(
  'a text that stands among others has no sign that turns what follows: %j',
  (sign) => {
    const given = ` о песне${sign}3pm.exe${sign} `;
    expect(createCommentBody.parse({ post: 1, content: given }).content).toBe('о песне3pm.exe');
    expect(profileBody.parse({ first_name: given }).first_name).toBe('о песне3pm.exe');
    expect(postFieldInputs.shape.title.parse(given)).toBe('о песне3pm.exe');
    expect(postFieldInputs.shape.standfirst.parse(given)).toBe('о песне3pm.exe');
  },
);
