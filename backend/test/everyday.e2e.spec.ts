// Everyday tasks of users and programs. All parts share one product, because a start takes longer than most of these tests.
import './everyday/main-job.ts';
import './everyday/quota.ts';
import './everyday/history.ts';
import { isSecondRun } from './second-run.ts';

// The log makes no difference to these parts.
if (!isSecondRun) {
  await import('./everyday/refusals.ts');
  await import('./everyday/consent.ts');
  await import('./everyday/mcp.ts');
  await import('./everyday/api-client.ts');
  await import('./everyday/account-export.ts');
}
