import Settings from 'lucide-react/icons/settings-2';
import { type FormEvent, useState } from 'react';
import type { UserProfile } from '#contract/auth.ts';
import type { DiscussionSettings } from '#contract/comments.ts';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/discussion-settings.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { waitingTime } from '#locales/waiting-time.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { userCan } from '#web/api/user-can.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import type { DiscussedPost } from './discussion-view.tsx';

const closingChoices = [7, 14, 30, 90, 365];
const slowModeChoices = [30, 60, 300, 900, 3_600];

type ToolsProps = {
  post: DiscussedPost;
  settings: DiscussionSettings;
  user: UserProfile;
  onChanged: () => void;
};

/** The settings of a discussion, for the author of the post and for moderators. */
export function DiscussionTools(props: ToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="quiet" size="sm" className="-mr-3" onClick={() => setOpen(true)}>
        <Settings aria-hidden className="size-4" />
        {messages.open}
      </Button>
      <FormDialog open={isOpen} onOpenChange={setOpen} title={messages.title}>
        <SettingsForm {...props} onClose={close} />
      </FormDialog>
    </>
  );
}

function SettingsForm({ post, settings, user, onChanged, onClose }: ToolsProps & { onClose: () => void }) {
  const { isBusy, run } = useAction();
  // Moderators lock a discussion; its author and editors close it as in the editor of the post.
  const isModerator = userCan(user, 'content.moderate') && (user.id !== post.author || settings.locked);
  const wasOpen = isModerator ? !settings.locked : settings.closed !== 'author';

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const closing = form.get('closing');
    const state = form.get('state');
    const isChanged = state !== null && (state === 'open') !== wasOpen;
    const isSaved = await run(async () => {
      const { api } = getBrowserClient();
      if (isChanged && !isModerator)
        await api.call('updatePost', { params: { slug: post.slug }, body: { comments_enabled: !wasOpen } });
      await api.call('updateDiscussion', {
        params: { postId: String(post.id) },
        body: {
          ...(isChanged && isModerator && { locked: wasOpen }),
          close_after_days: closing === '' ? null : Number(closing),
          slow_mode_seconds: Number(form.get('slow')),
        },
      });
    }, messages.saved);
    if (!isSaved) return;
    onClose();
    onChanged();
  }

  return (
    <form onSubmit={save} className="mt-4 flex flex-col gap-4">
      {settings.locked && !isModerator ? (
        <Notice>{messages.lockedNote}</Notice>
      ) : (
        <Field label={messages.state}>
          <Select name="state" defaultValue={wasOpen ? 'open' : 'closed'}>
            <option value="open">{messages.stateOpen}</option>
            <option value="closed">{messages.stateClosed}</option>
          </Select>
        </Field>
      )}
      <Field label={messages.closing}>
        <Select name="closing" defaultValue={settings.close_after_days ?? ''}>
          <option value="">{messages.closingSite}</option>
          <option value="0">{messages.closingNever}</option>
          {withCurrent(closingChoices, settings.close_after_days).map((days) => (
            <option key={days} value={days}>
              {interpolate(messages.closingDays, { days: countOf(days, nouns.day) })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={messages.slowMode} hint={messages.slowModeHint}>
        <Select name="slow" defaultValue={settings.slow_mode_seconds}>
          <option value="0">{messages.slowModeOff}</option>
          {withCurrent(slowModeChoices, settings.slow_mode_seconds).map((seconds) => (
            <option key={seconds} value={seconds}>
              {interpolate(messages.slowModeEvery, { interval: waitingTime(seconds) })}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex gap-3">
        <Button type="submit" busy={isBusy}>
          {messages.save}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The choices, and the current value if a client of the API has chosen another one. */
const withCurrent = (choices: readonly number[], current: number | null): number[] =>
  [...new Set([...choices, ...(current ? [current] : [])])].sort((left, right) => left - right);
