import { clientLibrarySubject } from '../../src/host/subjects.ts';
import { reducedMatrix } from './reduced-matrix.ts';

await reducedMatrix(clientLibrarySubject);
