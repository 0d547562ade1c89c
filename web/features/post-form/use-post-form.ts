import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { contractResolver } from '#web/api/contract-resolver.ts';
import { checkLength, type Picture, type PostValues, postFields } from './post-fields.ts';
import type { PostFormState } from './post-form-sections.tsx';

export type PostFormControl = {
  form: PostFormState;
  picture: Picture;
  pictureError: string | undefined;
  choosePicture: (picture: Picture) => void;
  setPictureError: (error: string | undefined) => void;
  /** Whether there is something that would be lost. */
  isChanged: () => boolean;
  /** Begins anew with another post. */
  reset: (values: PostValues, picture: Picture) => void;
};

type Begin = { values: PostValues; picture: Picture };

/** The fields of a post with its picture, which no form library holds. */
export function usePostForm(begin: Begin): PostFormControl {
  const [start, setStart] = useState(begin);
  const [picture, setPicture] = useState(begin.picture);
  const [pictureError, setPictureError] = useState<string>();
  const form: PostFormState = useForm<PostValues, unknown, PostValues>({
    resolver: contractResolver(postFields, checkLength),
    defaultValues: begin.values,
  });

  return {
    form,
    picture,
    pictureError,
    setPictureError,
    choosePicture(next) {
      setPicture(next);
      setPictureError(undefined);
    },
    isChanged() {
      const { title, content, category } = form.getValues();
      const before = start.values;
      const isText = title !== before.title || content !== before.content || category !== before.category;
      return isText || picture !== start.picture;
    },
    reset(values, nextPicture) {
      form.reset(values);
      setPicture(nextPicture);
      setPictureError(undefined);
      setStart({ values, picture: nextPicture });
    },
  };
}
