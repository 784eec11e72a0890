import { expect, test } from 'vitest'
import { type KnownOffice, officeFinder } from './office-matching.rules.ts'

/** Which office a row of a register means. */

const office = (id: string, department: string, name: string, designation?: string): KnownOffice => ({
  id,
  department,
  name,
  officeName: designation ? `${designation}, ${name}` : name,
})
const find = officeFinder([
  office('cpwd', 'CPWD', 'Division II', 'Executive Engineer'),
  office('hassan', 'Public Works Department', 'Hassan Division', 'Executive Engineer'),
  office('circle', 'Public Works Department', 'Hassan Circle', 'Superintending Engineer'),
  office('assistant', 'Public Works Department', 'Hassan Division', 'Assistant Engineer'),
  office('plain', 'Public Works Department', 'Kolar Division'),
  office('kolar', 'Public Works Department', 'Kolar Division', 'Executive Engineer'),
  office('railway', 'South Western Railway', 'Hassan Circle', 'Divisional Engineer'),
  office('irrigation', 'Irrigation Department', 'Hassan Division'),
])
const found = (department?: string, officeName?: string) => {
  const it = find({ department, officeName })
  return 'id' in it ? it.id : `${it.fault[0]} ${it.fault[1].message}`
}

test.each([
  ['CPWD', undefined, 'cpwd'],
  ['  cpwd ', undefined, 'cpwd'],
  ['IRRIGATION  department', undefined, 'irrigation'],
  ['Public Works Department', 'hassan circle', 'circle'],
  ['Public Works Department', 'Assistant Engineer, Hassan Division', 'assistant'],
  ['Public Works Department', 'Kolar Division', 'plain'],
  ['Public Works Department', 'Executive Engineer, Kolar Division', 'kolar'],
  [undefined, 'Hassan Division', 'irrigation'],
  [undefined, 'Division II', 'cpwd'],
  [undefined, 'superintending engineer, hassan circle', 'circle'],
])('%s with %s is %s', (department, officeName, id) => expect(found(department, officeName)).toBe(id))

test.each([
  ['PWD', undefined, 'department is no department of your offices. Did you mean Public Works Department / CPWD?'],
  ['Irigation Dept.', undefined, 'department is no department of your offices. Did you mean Irrigation Department?'],
  ['NHAI', undefined, 'department is no department of your offices. Please enter its office first'],
  [
    'Public Works Department',
    undefined,
    'department has 5 offices. Please name one of them under Office: Executive Engineer, Hassan Division / ' +
      'Superintending Engineer, Hassan Circle / Assistant Engineer, Hassan Division',
  ],
  ['CPWD', 'Divison 2', 'officeName is none of these offices. Did you mean Executive Engineer, Division II?'],
  ['CPWD', 'Mysuru', 'officeName is none of these offices. Please enter it first'],
  [
    undefined,
    'Hassan Circle',
    'officeName is what several offices are called. Please name its department and designation',
  ],
])('%s with %s is rejected', (department, officeName, fault) => expect(found(department, officeName)).toBe(fault))
