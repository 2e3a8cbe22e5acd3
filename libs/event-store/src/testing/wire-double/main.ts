import { parseArgs } from 'node:util';
import { DoubleLog } from './double-log.ts';
import { WireDouble } from './wire-double.ts';

// node main.ts --port 2113 [--journal FILE] [--delay MS]: runs the double as a separate process, for runs that kill or measure the product.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '2113' },
    journal: { type: 'string' },
    delay: { type: 'string', default: '0' },
  },
});
const double = new WireDouble(new DoubleLog(values.journal));
double.callDelay = Number(values.delay);
await double.start(Number(values.port));
console.log(`EventStoreDB double on ${double.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    double.close();
    process.exit(0);
  });
}
