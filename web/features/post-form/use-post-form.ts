import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import type { DraftContent } from './draft-content.ts';
import { checkPublication, type Picture, type PostValues, postFormSchema } from './post-fields.ts';
import type { PostFormState } from './post-form-sections.tsx';

export type PostFormControl = {
  form: PostFormState;
  /** The initial content of the form. */
  initialContent: DraftContent;
  picture: Picture;
  pictureError: string | undefined;
  choosePicture: (picture: Picture) => void;
  setPictureError: (error: string | undefined) => void;
  /** Returns the current content of the form. */
  read: () => DraftContent;
  /** Replaces the content of the form. */
  reset: (text: DraftContent) => void;
  /** Sets the version of the post that the form changes. */
  setPostVersion: (version: number) => void;
};

/** The form state of a post, with its image, which react-hook-form does not hold, and the version that it changes. */
export function usePostForm(initial: DraftContent): PostFormControl {
  const [initialContent] = useState(initial);
  const [picture, setPicture] = useState(initialContent.picture);
  const [pictureError, setPictureError] = useState<string>();
  /** The same values as the state, updated synchronously, so that a read returns consistent content. */
  const rest = useRef({ picture: initialContent.picture, postVersion: initialContent.postVersion });
  const form: PostFormState = useForm<PostValues, unknown, PostValues>({
    resolver: contractResolver(postFormSchema, (values) => checkPublication(values)),
    defaultValues: initialContent.values,
    // A field with an error may be in the closed panel: the form focuses it itself.
    shouldFocusError: false,
  });

  function showPicture(next: Picture): void {
    rest.current.picture = next;
    setPicture(next);
    setPictureError(undefined);
  }

  return {
    form,
    initialContent,
    picture,
    pictureError,
    setPictureError,
    choosePicture: showPicture,
    read: () => ({ values: { ...form.getValues() }, ...rest.current }),
    reset({ values, picture: next, postVersion }) {
      rest.current.postVersion = postVersion;
      showPicture(next);
      form.reset(values);
    },
    setPostVersion(version) {
      rest.current.postVersion = version;
    },
  };
}
