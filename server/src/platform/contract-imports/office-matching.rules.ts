import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { nearest } from './nearest-names.rules.ts'

/** The office of a row, as typed. */
export interface TypedOffice {
  department: string | undefined
  officeName: string | undefined
}

export interface KnownOffice {
  id: string
  department: string
  name: string
  /** Designation and name. */
  officeName: string
}

export type OfficeFault = [field: keyof TypedOffice, said: Message]
export type FoundOffice = { id: string } | { fault: OfficeFault }

/** A name for comparison, without regard to case and blanks. */
export const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
/** The offices with this full name; without any, those with this name and any designation. */
function officesNamed(offices: readonly KnownOffice[], typed: string) {
  const inFull = offices.filter(({ officeName }) => folded(officeName) === folded(typed))
  return inFull.length > 0 ? inFull : offices.filter(({ name }) => folded(name) === folded(typed))
}
const listed = (names: readonly string[]) => names.join(' / ')

function unknownDepartment(typed: string, offices: readonly KnownOffice[]): OfficeFault {
  const near = nearest(typed, [...new Set(offices.map(({ department }) => department))])
  return [
    'department',
    near.length > 0
      ? messageOf('is no department of your offices. Did you mean {near}?', { near: listed(near) })
      : messageOf('is no department of your offices. Please enter its office first'),
  ]
}

function unknownOffice(typed: string, among: readonly KnownOffice[]): OfficeFault {
  // By its name alone an office may be nearer to the typed text than with its designation.
  const names = new Map(
    among.flatMap(({ name, officeName }) => [[name, officeName] as const, [officeName, officeName] as const]),
  )
  const near = [...new Set(nearest(typed, [...names.keys()]).map((name) => names.get(name) ?? name))]
  return [
    'officeName',
    near.length > 0
      ? messageOf('is none of these offices. Did you mean {near}?', { near: listed(near) })
      : messageOf('is none of these offices. Please enter it first'),
  ]
}

/**
 * Finds the office that a row means: by the whole name of its department, of the office, or of both, in any case; never
 * by a part, since PWD is not CPWD. A department alone means its only office.
 */
export function officeFinder(offices: readonly KnownOffice[]) {
  return ({ department, officeName }: TypedOffice): FoundOffice => {
    const within =
      department === undefined ? offices : offices.filter((one) => folded(one.department) === folded(department))
    if (department !== undefined && within.length === 0) return { fault: unknownDepartment(department, offices) }
    const found = officeName === undefined ? within : officesNamed(within, officeName)
    const [only, another] = found
    if (only && !another) return { id: only.id }
    if (officeName === undefined) {
      const names = listed(found.slice(0, 3).map((one) => one.officeName))
      return {
        fault: [
          'department',
          messageOf('has {count} offices. Please name one of them under Office: {offices}', {
            count: found.length,
            offices: names,
          }),
        ],
      }
    }
    if (only)
      return {
        fault: [
          'officeName',
          messageOf('is what several offices are called. Please name its department and designation'),
        ],
      }
    return { fault: unknownOffice(officeName, within) }
  }
}
