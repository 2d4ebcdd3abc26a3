import { useCallback, useState } from 'react';

/**
 * What a user signs they have been shown.
 * @param contentDigest of what there is to sign, as the decision says it; null where there is nothing
 * @param onOlder when what is shown has another digest: the decision was read before it was changed
 */
export function useShownContent(contentDigest: string | null, onOlder: () => unknown) {
  const [shown, setShown] = useState<string | null>(null);
  const show = useCallback(
    (digest: string | null) => {
      setShown(digest);
      if (digest !== contentDigest) onOlder();
    },
    [contentDigest, onOlder],
  );
  return { isShown: contentDigest === null || shown === contentDigest, show };
}
