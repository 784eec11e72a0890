import { officeInput } from '@plinth/api/tenders/offices'
import type { Db } from '../../kernel/db/tenancy.ts'
import { create } from './offices.queries.ts'

/** An office may be below an earlier one, which it refers to by name. */
const sampleOffices = [
  {
    department: 'Karnataka Public Works Department',
    name: 'PWD Circle, Hassan',
    designation: 'Superintending Engineer',
    address: 'B.M. Road, Hassan 573201',
    email: 'se.hassan@kpwd.example',
    phone: '08172-268101',
  },
  {
    department: 'Karnataka Public Works Department',
    name: 'PWD Division, Hassan',
    designation: 'Executive Engineer',
    address: 'B.M. Road, Hassan 573201',
    email: 'ee.hassan@kpwd.example',
    phone: '08172-268114',
    below: 'PWD Circle, Hassan',
    comment: 'Bills are taken until the 25th of a month.',
  },
  {
    department: 'Karnataka Public Works Department',
    name: 'PWD Sub-Division, Arsikere',
    designation: 'Assistant Executive Engineer',
    address: 'B.H. Road, Arsikere 573103',
    phone: '08174-232027',
    below: 'PWD Division, Hassan',
  },
  {
    department: 'Karnataka Public Works Department',
    name: 'PWD Division, Chitradurga',
    designation: 'Executive Engineer',
    address: 'B.D. Road, Chitradurga 577501',
    phone: '08194-222640',
  },
  {
    department: 'Karnataka Public Works Department',
    name: 'PWD Sub-Division, Sakleshpura',
    designation: 'Assistant Executive Engineer',
    address: 'Hassan Road, Sakleshpura 573134',
    phone: '08173-244118',
    below: 'PWD Division, Hassan',
  },
  {
    department: 'Central Public Works Department',
    name: 'Bengaluru Central Division II',
    designation: 'Executive Engineer',
    address: 'Kendriya Sadan, Koramangala, Bengaluru 560034',
    email: 'ee.bcd2@cpwd.example',
    phone: '080-25523002',
  },
  {
    department: 'Cauvery Neeravari Nigam',
    name: 'Hemavathy Canal Zone, Tumakuru',
    designation: 'Chief Engineer',
    address: 'B.H. Road, Tumakuru 572103',
    email: 'ce.hcz@cnnl.example',
    phone: '0816-2278040',
  },
  {
    department: 'Cauvery Neeravari Nigam',
    name: 'Hemavathy Canal Division, Turuvekere',
    designation: 'Executive Engineer',
    address: 'Tiptur Road, Turuvekere 572227',
    phone: '08139-287055',
    below: 'Hemavathy Canal Zone, Tumakuru',
  },
  {
    department: 'National Highways Authority of India',
    name: 'PIU Bengaluru',
    designation: 'Project Director',
    address: 'Nagasandra, Tumakuru Road, Bengaluru 560073',
    email: 'piu.bengaluru@nhai.example',
    phone: '080-28393008',
  },
  {
    department: 'South Western Railway',
    name: 'Works Branch, Mysuru Division',
    designation: 'Senior Divisional Engineer (Co-ordination)',
    address: 'Irwin Road, Mysuru 570001',
    phone: '0821-2422016',
  },
  {
    department: 'Bruhat Bengaluru Mahanagara Palike',
    name: 'Road Infrastructure, South',
    designation: 'Executive Engineer',
    address: 'N.R. Square, Bengaluru 560002',
    email: 'ee.roads.south@bbmp.example',
    phone: '080-22975519',
  },
  {
    department: 'Bangalore Water Supply and Sewerage Board',
    name: 'Sewerage Division, South',
    designation: 'Executive Engineer',
    address: 'Cauvery Bhavan, K.G. Road, Bengaluru 560009',
    phone: '080-22945146',
  },
  {
    department: 'Karnataka Industrial Areas Development Board',
    name: 'Zonal Office, Hassan',
    designation: 'Development Officer',
    address: 'Growth Centre, Hassan 573201',
    email: 'do.hassan@kiadb.example',
    phone: '08172-240356',
  },
  {
    department: 'Karnataka Rural Infrastructure Development',
    name: 'KRIDL Division, Hassan',
    designation: 'Executive Engineer',
    address: 'Salagame Road, Hassan 573202',
    phone: '08172-245720',
  },
  {
    department: 'Karnataka Urban Water Supply and Drainage Board',
    name: 'KUWSDB Division, Hassan',
    designation: 'Executive Engineer',
    address: 'Northern Extension, Hassan 573201',
    phone: '08172-267915',
  },
  {
    department: 'Military Engineer Services',
    name: 'Garrison Engineer (Independent), Bengaluru',
    designation: 'Garrison Engineer',
    address: 'Jalahalli West, Bengaluru 560015',
    phone: '080-28381204',
  },
  {
    department: 'Panchayat Raj Engineering Department',
    name: 'PRED Division, Hassan',
    designation: 'Executive Engineer',
    address: 'Zilla Panchayat Office, Hassan 573201',
    email: 'ee.hassan@pred.example',
    phone: '08172-268530',
  },
]

/** Adds the offices that the sample company writes to. */
export async function addSampleOffices(db: Db): Promise<void> {
  const ids = new Map<string, string>()
  for (const { below, ...office } of sampleOffices) {
    const parentId = below && ids.get(below)
    ids.set(office.name, (await create(db, officeInput.parse({ ...office, parentId }))).id)
  }
}
