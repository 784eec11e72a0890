/** What stands in the examples of parties and agreements: a crusher that sells metal, and a work order. */

/** Of an account and its party, as somebody saw them. */
const seenDigest = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'

/** By field. */
export const ofMoney: Readonly<Record<string, unknown>> = {
  agreedOn: '2026-04-01',
  siteState: '29',
  siteAddress: 'Ch. 12+400 to 18+900, Hassan to Sakleshpura',
  ourGstin: '29AAECD4471P1Z1',
  sac: '995421',
  pricing: 'ITEM_RATE',
  tenderPercentage: null,
  rounding: 'HALF_UP',
  paymentDays: 15,
  legalName: 'Hemavathi Stone Crushers',
  tradeName: 'Hemavathi Crushers',
  gstin: '29AAJFH4471M1ZS',
  pan: 'AAJFH4471M',
  tan: 'BLRH04417A',
  udyamNo: 'UDYAM-KR-12-0004471',
  pin: '573220',
  accountNo: '50200041288137',
  accountEnds: '8137',
  ifsc: 'HDFC0000412',
  holder: 'Hemavathi Stone Crushers',
  agreedDays: 45,
}

/** By record or call and field, where one word is used for several things. */
export const ofMoneyPlaces: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ['Party', 'ListedParty', 'PartyChoice', 'PartyEdit', 'PartyInput'].flatMap((place) => [
      [`${place}.kinds`, ['VENDOR', 'HIRER']],
      [`${place}.gstTreatment`, 'REGULAR'],
      [`${place}.msme`, 'SMALL'],
      [`${place}.address`, 'Survey no. 118, Shantigrama'],
      [`${place}.place`, 'Hassan'],
      [`${place}.state`, '29'],
      [`${place}.heldUntil`, null],
    ]),
  ),
  'countParties.state': ['29'],
  'PartyBank.digest': seenDigest,
  'IdentityChange.field': 'legalName',
  'IdentityChange.before': 'Hemavathi Crushers',
  'IdentityChange.after': 'Hemavathi Stone Crushers',
  ...Object.fromEntries(
    ['Agreement', 'AgreementEdit', 'AgreementDraft'].flatMap((place) => [
      ...(place === 'AgreementDraft' ? [] : [[`${place}.number`, 'WO/26/014']]),
      [`${place}.direction`, 'PAYABLE'],
      [`${place}.name`, 'Earthwork in excavation and embankment, both reaches'],
      [`${place}.status`, 'ACTIVE'],
      [`${place}.completedOn`, null],
    ]),
  ),
}
