import { Global, Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.ts';
import { SafeHttp } from './safe-http.ts';

@Global()
@Module({
  providers: [
    {
      provide: SafeHttp,
      inject: [Configuration],
      useFactory: ({ allowPrivateHosts, sandbox }: Configuration) =>
        new SafeHttp({ privateHosts: allowPrivateHosts, sandboxPort: sandbox?.port ?? null }),
    },
  ],
  exports: [SafeHttp],
})
export class OutgoingModule {}
