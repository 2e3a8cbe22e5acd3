import { expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { boot } from './boot.ts';

abstract class Weather {
  abstract tomorrow(): string;
}
class Thermometer {
  degrees(): number {
    return 20;
  }
}
@Injectable()
class Forecast {
  constructor(private readonly weather: Weather) {}

  show(): string {
    return this.weather.tomorrow();
  }
}
@Injectable()
class Reading {
  constructor(private readonly thermometer: Thermometer) {}

  show(): number {
    return this.thermometer.degrees();
  }
}

it('starts without an implementation of a port, and fails when a class calls the port', async () => {
  @Module({ providers: [Forecast] })
  class Forecasts {}
  const product = await boot([Forecasts]);
  expect(() => product.app.get(Forecast).show()).toThrow('this.weather.tomorrow is not a function');
  await product.close();
});

it('refuses to start if any other provider is missing', async () => {
  @Module({ providers: [Reading] })
  class Readings {}
  await expect(boot([Readings])).rejects.toThrow('Thermometer');
});
