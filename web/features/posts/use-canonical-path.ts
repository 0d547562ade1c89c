import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';

/** Replaces a former address of the post in the browser, where a redirect of the loader would lose the hash. */
export function useCanonicalPath(slug: string): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isFormer = useParams().slug !== slug;
  useEffect(() => {
    if (isFormer) void navigate({ ...location, pathname: `/posts/${slug}` }, { replace: true });
  }, [isFormer, location, navigate, slug]);
}
