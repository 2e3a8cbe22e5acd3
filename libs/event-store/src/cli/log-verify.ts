import { createReadStream } from 'node:fs';
import { verifyExport } from '../verify-export.ts';

// npm run log:verify -- FILE: needs only the file.
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npm run log:verify -- FILE');
  process.exit(2);
}
try {
  const result = await verifyExport(createReadStream(file));
  if (result.ok) {
    console.log(`${file}: ok, ${String(result.count)} events in ${String(result.streams)} streams`);
  } else {
    console.error(`${file}: line ${String(result.line)}: ${result.reason}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
