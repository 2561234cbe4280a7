/** Words as a person might write them in a ticket: the same for the same seed. */
import { faker } from '@faker-js/faker/locale/en';

/** A separate faker, so that no other seed is touched; loading one language takes a tenth of the time of all. */
const Faker = faker.constructor as new (options: { locale: typeof faker.rawDefinitions }) => typeof faker;

/** A sentence about something that does not work. */
export function complaint(seed: number): string {
  const own = new Faker({ locale: faker.rawDefinitions });
  own.seed(seed);
  return `${own.person.firstName()} reports from ${own.location.city()}: ${own.hacker.phrase()}`;
}
