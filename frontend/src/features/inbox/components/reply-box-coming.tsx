import { useLayoutEffect, useRef } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';
import { holdKeys } from '../model/early-keys.ts';

/** A placeholder for the reply box while its code loads. Holds the keys that the user types in the meantime. */
export function ReplyBoxComing({ onClose }: { onClose: () => void }) {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(
    () =>
      holdKeys(() => {
        close.current();
      }),
    [],
  );
  return <Skeleton className="mt-2 h-32" />;
}
