import * as messages from '#locales/ru/staff-imports.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** The choices of the command, without roles: those are given by hand. */
export function ImportOptions() {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-sm font-medium">{messages.options}</legend>
      <Field label={messages.author} hint={messages.authorHint}>
        <Input name="author" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label={messages.date} hint={messages.dateHint}>
        <Input type="date" name="date" />
      </Field>
      <Checkbox name="fetch_pictures" defaultChecked hint={messages.fetchPicturesHint}>
        {messages.fetchPictures}
      </Checkbox>
      <Checkbox name="pages" hint={messages.pagesHint}>
        {messages.pages}
      </Checkbox>
      <Checkbox name="members" hint={messages.membersHint}>
        {messages.members}
      </Checkbox>
      <Field label={messages.siteUrl} hint={messages.siteUrlHint}>
        <Input type="url" name="site_url" inputMode="url" autoComplete="off" />
      </Field>
    </fieldset>
  );
}
