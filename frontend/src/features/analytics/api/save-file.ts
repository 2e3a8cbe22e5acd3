import type { ExportKind } from '@posthorn/contracts/analytics/analytics-words';
import { ApiError, positionHeader } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { Days } from '../period.ts';
import { exportAddress } from './overview.ts';

/** Some browsers save nothing where the address of the blob goes too soon. */
const KEPT_MS = 60_000;

/** Fetches a file by script, so that a refusal can be told of, and saves it. Browsers keep a large blob on disk. */
export const useSaveFile = ({ from, to }: Days) =>
  useDeclaredMutation({
    send: async (kind: ExportKind) => {
      const response = await fetch(exportAddress({ from, to }, kind), {
        credentials: 'include',
        headers: positionHeader(),
      });
      if (!response.ok) throw new ApiError(response.status, await response.text());
      save(await response.blob(), `posthorn-${kind}-${from}-${to}.csv`);
    },
  });

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, KEPT_MS);
}
