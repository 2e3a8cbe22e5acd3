import { Global, Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.ts';
import { SafeHttp } from './safe-http.ts';

@Global()
@Module({
  providers: [
    {
      provide: SafeHttp,
      inject: [Configuration],
      useFactory: ({ allowPrivateHosts, operatorHosts, sandbox }: Configuration) =>
        new SafeHttp({
          privateHosts: allowPrivateHosts,
          operatorHosts,
          sandboxPort: sandbox?.port ?? null,
        }),
    },
  ],
  exports: [SafeHttp],
})
export class OutgoingModule {}
