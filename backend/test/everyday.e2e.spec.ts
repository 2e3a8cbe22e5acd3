// Everyday tasks of users and programs. All parts share one product, because a start takes longer than most of these tests.
import './everyday/main-job.ts';
import './everyday/quota.ts';
import './everyday/refusals.ts';
import './everyday/history.ts';
import './everyday/consent.ts';
import './everyday/mcp.ts';
import './everyday/api-client.ts';
import './everyday/account-export.ts';
