/** Settings of a run against the transfer reference that name no address and no credential. */
export const USUAL_SETTINGS = {
  TRANSFER_SOURCE: 'https://source.example.org/data/source-file',
  TRANSFER_DESTINATION: 'davs://destination.example.org/data/destination-file',
  TRANSFER_SOURCE_2: 'https://second-source.example.org/data/source-file',
  TRANSFER_DESTINATION_2: 'davs://second-destination.example.org/data/destination-file',
  TRANSFER_SOURCE_TOKEN: 'reference-source-token',
  TRANSFER_DESTINATION_TOKEN: 'reference-destination-token',
  TRANSFER_CHECKSUM: 'ADLER32:1a2b3c4d',
};
