import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { contractResolver } from '#web/api/contract-resolver.ts';
import type { DraftText } from './draft-text.ts';
import { checkPublication, type Picture, type PostValues, postFields } from './post-fields.ts';
import type { PostFormState } from './post-form-sections.tsx';

export type PostFormControl = {
  form: PostFormState;
  /** What the form began with. */
  begin: DraftText;
  picture: Picture;
  pictureError: string | undefined;
  choosePicture: (picture: Picture) => void;
  setPictureError: (error: string | undefined) => void;
  /** What the form holds at this moment. */
  read: () => DraftText;
  /** Goes on with another text. */
  reset: (text: DraftText) => void;
  /** From now on the form changes this version of the post. */
  setPostVersion: (version: number) => void;
};

/** The fields of a post with its picture, which no form library holds, and with the version that they change. */
export function usePostForm(initial: DraftText): PostFormControl {
  const [begin] = useState(initial);
  const [picture, setPicture] = useState(begin.picture);
  const [pictureError, setPictureError] = useState<string>();
  /** As the state, but without waiting for React: what is written down must belong together. */
  const rest = useRef({ picture: begin.picture, postVersion: begin.postVersion });
  const form: PostFormState = useForm<PostValues, unknown, PostValues>({
    resolver: contractResolver(postFields, (values) => checkPublication(values)),
    defaultValues: begin.values,
  });

  function showPicture(next: Picture): void {
    rest.current.picture = next;
    setPicture(next);
    setPictureError(undefined);
  }

  return {
    form,
    begin,
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
