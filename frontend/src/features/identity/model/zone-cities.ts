/** Maps well-known cities that are not in the name of an IANA zone, and newer names of zones, to an IANA zone. */
export const ZONE_OF_CITY: Readonly<Record<string, string>> = {
  ...zoned(
    'Asia/Kolkata',
    'Mumbai',
    'New Delhi',
    'Delhi',
    'Bengaluru',
    'Bangalore',
    'Chennai',
    'Hyderabad',
    'Calcutta',
    'India',
  ),
  ...zoned('Asia/Shanghai', 'Beijing', 'Shenzhen', 'Guangzhou', 'China'),
  ...zoned('Asia/Tokyo', 'Osaka', 'Kyoto', 'Japan'),
  ...zoned('Asia/Dubai', 'Abu Dhabi'),
  ...zoned('Asia/Qatar', 'Doha'),
  ...zoned('Asia/Karachi', 'Lahore', 'Islamabad'),
  ...zoned('Asia/Jerusalem', 'Tel Aviv'),
  ...zoned('Asia/Ho_Chi_Minh', 'Hanoi', 'Saigon', 'Ho Chi Minh City'),
  ...zoned('Asia/Kathmandu', 'Katmandu'),
  ...zoned('Asia/Yangon', 'Rangoon'),
  ...zoned('Asia/Makassar', 'Bali', 'Denpasar'),
  ...zoned('America/New_York', 'Boston', 'Washington', 'Miami', 'Atlanta', 'Philadelphia'),
  ...zoned('America/Chicago', 'Houston', 'Dallas', 'Austin', 'San Antonio', 'New Orleans', 'Minneapolis'),
  ...zoned('America/Denver', 'Salt Lake City'),
  ...zoned('America/Los_Angeles', 'San Francisco', 'Seattle', 'San Diego', 'Las Vegas', 'Portland'),
  ...zoned('America/Toronto', 'Montreal', 'Ottawa'),
  ...zoned('America/Edmonton', 'Calgary'),
  ...zoned('America/Mexico_City', 'Guadalajara'),
  ...zoned('America/Sao_Paulo', 'Rio de Janeiro', 'Brasilia'),
  ...zoned('Pacific/Honolulu', 'Hawaii'),
  ...zoned('Europe/London', 'Manchester', 'Birmingham', 'Edinburgh', 'Glasgow'),
  ...zoned('Europe/Paris', 'Lyon', 'Marseille'),
  ...zoned('Europe/Berlin', 'Munich', 'Hamburg', 'Frankfurt', 'Cologne'),
  ...zoned('Europe/Rome', 'Milan', 'Naples'),
  ...zoned('Europe/Madrid', 'Barcelona', 'Valencia'),
  ...zoned('Europe/Zurich', 'Geneva'),
  ...zoned('Europe/Amsterdam', 'Rotterdam', 'The Hague'),
  ...zoned('Europe/Moscow', 'Saint Petersburg'),
  ...zoned('Europe/Istanbul', 'Ankara'),
  ...zoned('Europe/Kyiv', 'Kiev'),
  ...zoned('Africa/Johannesburg', 'Cape Town', 'Durban', 'Pretoria'),
  ...zoned('Africa/Lagos', 'Abuja'),
  ...zoned('Australia/Sydney', 'Canberra'),
  ...zoned('Pacific/Auckland', 'Wellington'),
};

/** Older names of zones. Some browsers list them in addition to the newer names. */
export const OLDER_NAMES: readonly string[] = [
  'Asia/Calcutta',
  'Asia/Saigon',
  'Asia/Katmandu',
  'Asia/Rangoon',
  'Europe/Kiev',
];

function zoned(zone: string, ...cities: readonly string[]): Record<string, string> {
  return Object.fromEntries(cities.map((city) => [city, zone]));
}
