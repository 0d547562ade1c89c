import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { bioMaxLength, profileBody, type UserProfile } from '#contract/auth.ts';
import { interpolate } from '#locales/interpolate.ts';
import { initials } from '#locales/person.ts';
import * as profileMessages from '#locales/ru/profile.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { ApiForm } from '#web/forms/api-form.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { formErrorStatuses } from '#web/forms/form-errors.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { notify } from '#web/ui/notify.ts';
import { Textarea } from '#web/ui/textarea.tsx';
import { type AvatarChange, AvatarField } from './avatar-field.tsx';

const profileForm = profileBody.omit({ avatar: true });
type ProfileValues = z.input<typeof profileForm>;
type ProfileBody = z.output<typeof profileForm>;

const toFormValues = ({ first_name, last_name, bio }: UserProfile): ProfileValues => ({
  first_name,
  last_name,
  bio,
});

/** Edits the public profile; «Отмена» restores the stored values. */
export function ProfileForm({ user }: { user: UserProfile }) {
  const form = useForm<ProfileValues, unknown, ProfileBody>({
    resolver: contractResolver(profileForm),
    defaultValues: toFormValues(user),
  });
  const [avatar, setAvatar] = useState<AvatarChange>();
  const [avatarError, setAvatarError] = useState<string>();
  const { errors } = form.formState;
  const bio = useWatch({ control: form.control, name: 'bio' }) ?? '';

  function changeAvatar(change: AvatarChange): void {
    setAvatar(change);
    setAvatarError(undefined);
  }

  function resetTo(stored: UserProfile): void {
    form.reset(toFormValues(stored));
    changeAvatar(undefined);
    state.clearProblem();
  }

  async function send(values: ProfileBody): Promise<void> {
    const { api, session } = getBrowserClient();
    try {
      const stored = await api.call('updateProfile', {
        body: { ...values, avatar },
        suppressToastFor: formErrorStatuses,
      });
      session.setUser(stored);
      resetTo(stored);
      notify('success', profileMessages.saved);
    } catch (error) {
      if (error instanceof ApiError) setAvatarError(error.fields.avatar?.join(' '));
      throw error;
    }
  }
  const state = useApiForm(form, send, {
    fields: ['first_name', 'last_name', 'bio'],
    handledElsewhere: ['avatar'],
    fallback: profileMessages.failed,
  });

  return (
    <ApiForm state={state} className="flex flex-col gap-6">
      <AvatarField
        current={user.avatar}
        initials={initials(user)}
        seed={user.username}
        change={avatar}
        onChange={changeAvatar}
        error={avatarError}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={profileMessages.firstName} error={errors.first_name?.message}>
          <Input
            {...form.register('first_name')}
            autoComplete="given-name"
            placeholder={profileMessages.firstNamePlaceholder}
          />
        </Field>
        <Field label={profileMessages.lastName} error={errors.last_name?.message}>
          <Input
            {...form.register('last_name')}
            autoComplete="family-name"
            placeholder={profileMessages.lastNamePlaceholder}
          />
        </Field>
      </div>
      <Field
        label={profileMessages.bio}
        hint={profileMessages.bioHint}
        aside={interpolate(profileMessages.bioCounter, { count: bio.length, max: bioMaxLength })}
        error={errors.bio?.message}
      >
        <Textarea
          {...form.register('bio')}
          placeholder={profileMessages.bioPlaceholder}
          className="min-h-32"
        />
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" size="lg" onClick={() => resetTo(user)}>
          {profileMessages.cancel}
        </Button>
        <Button type="submit" size="lg" busy={state.isBusy} disabled={!state.isReady}>
          {state.isBusy ? profileMessages.saving : profileMessages.save}
        </Button>
      </div>
    </ApiForm>
  );
}
