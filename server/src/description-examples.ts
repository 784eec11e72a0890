import type { Json } from './description-schemas.ts'

/** What stands in the examples of the description: one contract of a contractor in Karnataka, and what hangs on it. */

const ids = {
  id: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
  tenantId: '019a3c5e-0a00-7f31-8a4b-1c2d3e4f5a01',
  contractId: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
  projectId: '019a3c60-11d4-7a05-b3f2-8e7d6c5b4a21',
  person: '019a3c5f-2c88-7be0-a6d5-0f1e2d3c4b31',
}

/** By field: the same thing goes by the same name wherever it stands. What is null here is empty in the examples. */
const ofFields: Readonly<Record<string, unknown>> = {
  ...ids,
  tenant_id: ids.tenantId,
  entity_id: ids.contractId,
  entityId: ids.contractId,
  createdBy: ids.person,
  updatedBy: ids.person,
  changedBy: ids.person,
  actorId: ids.person,
  userId: ids.person,
  assignedTo: ids.person,
  deletedAt: null,
  deletedBy: null,
  isDeleted: false,
  createdAt: '2026-04-02T05:12:44.318Z',
  updatedAt: '2026-06-03T10:41:07.502Z',
  createdByName: 'Asha Rao',
  updatedByName: 'Asha Rao',
  changedByName: 'Asha Rao',
  startedByName: 'Asha Rao',
  grantedByName: 'Asha Rao',
  actorName: 'Asha Rao',
  tenantName: 'Demo Infra',
  bidId: '2026_BBMP_104217_1',
  contractName: 'Widening and strengthening of Tumakuru ring road',
  referenceNo: 'BBMP/EE-S/TEN/118/2026-27',
  description: 'Including all materials, labour, machinery and taxes, as per the schedule of the tender notice.',
  paperCost: 11_800,
  tenderActualValue: 48_500_000,
  tenderBidValue: 46_802_500,
  tenderBidPercentage: -3.5,
  contractType: 'Item rate',
  terminationReason: null,
  rejectionReason: null,
  extensionCoun: 0,
  extensionCount: 0,
  extensionDate: null,
  openingDate: '2026-04-06',
  closingDate: '2026-04-27',
  resultDate: '2026-05-18',
  draftingDate: '2026-04-02',
  submittedPaymentDate: '2026-04-24',
  awardedDate: '2026-06-01',
  aggreementDate: '2026-06-10',
  givenStartDate: '2026-06-15',
  givenEndDate: '2027-03-31',
  actualStartDate: '2026-06-22',
  actualEndDate: null,
  licenseId: 'LIC-01',
  licenseHolderName: 'Demo Infra Pvt Ltd',
  licenseNo: 'KA/PWD/CL-I/2204',
  comments: 'Site handed over up to chainage 4+200.',
  comment: 'Site handed over up to chainage 4+200.',
  contractMetadata: { division: 'Tumakuru', scheme: 'SH-33' },
  depositType: 'EMD',
  instrumentNo: 'BG/2026/00417',
  amount: 485_000,
  depositCreatedDate: '2026-04-20',
  depositSubmitedDate: '2026-04-24',
  depositeReturnedDate: null,
  depositTransferedOwnAcDate: null,
  bankName: 'Canara Bank',
  bankAccountNo: '60212345678',
  bankAddress: 'M.G. Road, Tumakuru 572101',
  accountHolderName: 'Demo Infra Pvt Ltd',
  totalDeposit: 1,
  totalAmount: 485_000,
  projectName: 'Widening and strengthening of Tumakuru ring road',
  projectType: 'Road',
  contractBidId: '2026_BBMP_104217_1',
  contractBidNo: 'BBMP/EE-S/TEN/118/2026-27',
  projectActualValue: 48_500_000,
  projectBidValue: 46_802_500,
  projectBidPercentage: -3.5,
  title: 'Earthwork in embankment, reach 1',
  hierarchyPath: '1.2',
  parentId: null,
  beforeId: null,
  estimatedQuantity: 12_400,
  units: 'cum',
  estimatedRate: 286.5,
  taxPercentage: 18,
  actualQuantity: 5_100,
  actualRate: 286.5,
  estimatedEffortHours: 960,
  actualEffortHours: 410,
  estimatedAmount: 4_192_068,
  actualAmount: 1_724_157,
  taskType: 'Civil',
  progress: 40,
  rollup: null,
  children: [],
  username: 'Asha Rao',
  name: 'Site office',
  email: 'asha.rao@demo.example',
  contactEmail: 'tenders@demo.example',
  emailOrMobile: 'asha.rao@demo.example',
  mobileNo: '+919812345678',
  mobile: '+919812345678',
  whatsAppNo: '+919812345678',
  designation: 'Site engineer',
  password: 'a long sentence of her own',
  currentPassword: 'a long sentence of her own',
  newPassword: 'another long sentence of hers',
  code: '492817',
  replaces: undefined,
  subdomain: 'demo-infra',
  schemaName: 'demo_infra',
  timeZone: 'Asia/Kolkata',
  language: 'en',
  moduleName: 'Contracts',
  moduleDescription: 'Tenders and contracts',
  roleName: 'Site office',
  profileImage: null,
  fileName: 'work-order.pdf',
  file_name: 'work-order.pdf',
  fileType: 'application/pdf',
  file_type: 'application/pdf',
  file_extension: 'pdf',
  docType: 'WORK_ORDER',
  doc_type: 'WORK_ORDER',
  purpose: 'Work order as issued',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  bucketName: 'default-docs-bucket',
  bucket_name: 'default-docs-bucket',
  key: '019a3c5e-0a00-7f31-8a4b-1c2d3e4f5a01/019a3c61-5e90-7d12-84c3-9a8b7c6d5e41',
  size: 10,
  fingerprint: '1750000000000',
  s3Url: '/common/api/files/one-link',
  url: '/common/api/documents/uploads/019a3c61-5e90-7d12-84c3-9a8b7c6d5e41/part?number=1',
  message: 'Please tell us when the site office opens.',
  search: '?status=AWARDED',
  label: 'Contract name',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Plinth:asha.rao%40demo.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Plinth',
  recoveryCodes: ['7H2K-9QXM', 'M4TD-1ZWA'],
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl',
  refreshToken: 'a-refresh-token-that-is-good-once',
  endsIn: 43_200,
  refreshWithin: 7_200,
  figure: null,
  figureKey: null,
  page: 0,
  number: 0,
  totalPages: 1,
  totalElements: 1,
  direction: 'desc',
  from: '2026-04-01T00:00:00Z',
  to: '2027-03-31T23:59:59Z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  address: '203.0.113.24',
  refId: '2026_BBMP_104217_1',
  reason: 'Closing date must not be before openingDate',
  column: 'Closing date',
  field: 'closingDate',
  value: '27/03/2026',
  row: 7,
  recordType: 'contracts',
  recordName: 'Widening and strengthening of Tumakuru ring road',
  changes: { status: ['SUBMITTED', 'AWARDED'] },
  names: {},
  digest: '5d41402abc4b2a76b9719d911017c592ae5d41402abc4b2a76b9719d911017c5',
  held: '48500000.004',
  stored: '48500000',
  fromStatus: 'SUBMITTED',
  toStatus: 'AWARDED',
  fault: null,
  lastError: null,
  lockedUntil: null,
  undoneAt: null,
  undoneByName: null,
  sort: { field: 'createdAt', direction: 'desc' },
  columns: ['contractName', 'status', 'closingDate'],
  text: null,
  sheet: null,
  getDownloadLink: '/common/api/files/one-link',
  isOperator: false,
  isSample: false,
  mustSetUpSecondFactor: false,
  requiresSecondFactor: false,
  isDryRun: false,
  isCut: false,
  isAbove: false,
  isMilestone: false,
  platform: false,
  total_security_deposit: 485_000,
  total_refunded: 0,
  pending_refund: 485_000,
  refund_initiated: 0,
  average_refund_days: 64,
  paper_cost_rejected: 0,
  paper_cost_awarded: 11_800,
  paper_cost_pre_project: 0,
  refunded_completed_project: 0,
  pre_project_deposit: 485_000,
  unawarded_projects_deposit: 0,
  terminated_projects_deposit: 0,
  dispute_projects_deposit: 0,
  total_open: 485_000,
  total_lost: 0,
}

/** By record or call and field, where one word is used for several things. */
const ofPlaces: Readonly<Record<string, unknown>> = {
  'Settlement.kind': 'RECEIVED',
  'Settlement.amount': 472_500,
  'Settlement.intoDepositId': null,
  'Settlement.cancelledAt': null,
  'Settlement.cancelledWhy': null,
  'Settlement.cancelledByName': null,
  'Settlement.reason': null,
  'cancelSettlement.why': 'Booked with the wrong amount',
  ...Object.fromEntries(
    ['Tenant', 'TenantInput', 'TenantEdit', 'OwnCompanyInput', 'searchTenants'].flatMap((place) => [
      [`${place}.name`, 'Demo Infra'],
      [`${place}.status`, 'ACTIVE'],
      [`${place}.comment`, 'Works in Tumakuru and Mandya'],
    ]),
  ),
  ...Object.fromEntries(
    ['ModuleRecord', 'ModuleInput', 'ModuleEdit'].flatMap((place) => [
      [`${place}.name`, 'Site diary'],
      [`${place}.description`, 'What happens on site, day by day'],
      [`${place}.key`, 'Site diary'],
    ]),
  ),
  ...Object.fromEntries(
    ['Role', 'RoleWithGrid', 'RoleInput', 'RoleEdit', 'RoleSelection'].map((place) => [
      `${place}.description`,
      'People of the site office',
    ]),
  ),
  ...Object.fromEntries(
    ['User', 'UserInput', 'UserEdit'].map((place) => [`${place}.comment`, 'At the site office from April on']),
  ),
  ...Object.fromEntries(['ListView', 'createListView', 'updateListView'].map((place) => [`${place}.name`, 'Awarded'])),
  ...Object.fromEntries(
    ['ContactMessage', 'sendEmail'].flatMap((place) => [
      [`${place}.name`, 'Meera Nair'],
      [`${place}.email`, 'meera.nair@konkan.example'],
      [`${place}.source`, 'contact'],
    ]),
  ),
  'filterTenants.status': ['ACTIVE'],
  'exportTenants.status': ['ACTIVE'],
  'exportTenants.columns': [{ field: 'name', label: 'Name' }],
  'exportUsers.columns': [{ field: 'username', label: 'Name' }],
  'exportContracts.columns': [{ field: 'contractName', label: 'Contract name' }],
  'exportContractDeposits.columns': [{ field: 'contractName', label: 'Contract name' }],
  'exportDeposits.columns': [{ field: 'instrumentNo', label: 'Instrument no.' }],
  'exportProjects.columns': [{ field: 'projectName', label: 'Project name' }],
  'exportAuditTrail.columns': [{ field: 'recordName', label: 'Record' }],
  'uploadContracts.message': '1 contract was stored, 1 row was not.',
  'uploadDeposits.message': '1 deposit was stored, 1 row was not.',
  'uploadTasks.message': 'Nothing was stored: 1 row has a fault.',
  'uploadTasks.fileName': 'tasks.xlsx',
  'ContractImport.fileName': 'tenders-2026.xlsx',
  'ContractImport.state': 'DONE',
  'ContractImport.rowsRead': 2,
  'ContractImport.rowsExpected': 2,
  'Document.size': 248_113,
  'beginUpload.size': 18_350_080,
  'ResumableUpload.size': 18_350_080,
  'parts.size': 8_388_608,
  'parts.number': 1,
  'rows.number': 1,
  'rows.cells': ['Item', 'Quantity', 'Rate'],
  'newest.number': 12,
  'paper_cost_by_contract_type.key': 'Item rate',
  'paper_cost_by_contract_type.value': 11_800,
  'deposit_by_type.key': 'EMD',
  'deposit_by_type.value': 485_000,
  'SheetNote.column': 'Actual value',
}

/** Of the values that a field may have, the first that is one of these. */
const usual = ['AWARDED', 'SUBMITTED', 'IN_PROGRESS', 'ACTIVE', 'HIGH', 'CONTRACT', 'xlsx', 'createdAt', 'true']

/** Which fields a body has in its example, where all of them would be too many. */
const few: readonly [RegExp, readonly string[]][] = [
  [
    /Edit$/,
    ['contractName', 'status', 'comments', 'comment', 'name', 'description', 'username', 'isActive', 'updatedAt'],
  ],
  [/^(?:filter|search|export)/, ['projectId', 'status', 'dateRange', 'pagination', 'sort', 'format', 'columns']],
]

/** Bodies that no rule makes. */
const ofBodies: Readonly<Record<string, unknown>> = {
  getKpis: {},
  sendEmail: {
    name: 'Meera Nair',
    email: 'meera.nair@konkan.example',
    mobile: '+919822012345',
    message: 'Please show us the bulk upload on a sheet of ours.',
    source: 'contact',
  },
  // A receipt that was short; what is carried into another deposit says which.
  addSettlement: {
    kind: 'RECEIVED',
    amount: 472_500,
    settledOn: '2026-06-30',
    reference: 'UTR SBIN526181004711',
    deducted: 12_500,
    reason: 'Stamp duty of the agreement',
  },
  sendSiteChanges: {
    changes: [
      {
        kind: 'QUANTITY',
        id: '3f0c8d52-6a1e-4b7d-9c55-2e8f1a7b6c01',
        taskId: '019a3c62-40aa-7b19-8c1d-2f3e4d5c6b01',
        madeAt: '2026-07-02T11:40:00Z',
        quantity: 12.5,
      },
    ],
  },
}

const typesOf = ({ type }: Json) => [type ?? []].flat()

function fits(described: Json, value: unknown): boolean {
  if (described.anyOf) return described.anyOf.some((choice) => fits(choice, value))
  if (described.enum) return described.enum.includes(value)
  const kinds: Record<string, boolean> = {
    null: value === null,
    string: typeof value === 'string',
    number: typeof value === 'number',
    integer: Number.isInteger(value),
    boolean: typeof value === 'boolean',
    array: Array.isArray(value) && value.every((one) => fits(described.items ?? {}, one)),
    object: typeof value === 'object' && value !== null && !Array.isArray(value),
  }
  return typesOf(described).some((kind) => kinds[kind] ?? false)
}

/** Examples of what the schemas take, made by the names of their fields. */
export function examplesOf(components: Readonly<Record<string, Json>>) {
  const nameOf = ({ $ref }: Json) => $ref?.split('/').at(-1)

  function objectOf(described: Json, name: string): Record<string, unknown> {
    const required = described.required ?? []
    const [, chosen] = few.find(([pattern]) => pattern.test(name)) ?? []
    const entries = Object.entries(described.properties ?? {}).flatMap(([field, inner]): [string, unknown][] => {
      const isUnread = Object.keys(inner).every((key) => key === 'description')
      const isLeftOut = chosen ? !chosen.includes(field) : field in ofFields && ofFields[field] === undefined
      if (!required.includes(field) && (isUnread || isLeftOut)) return []
      return [[field, exampleOf(inner, field, name)]]
    })
    return Object.fromEntries(entries)
  }

  function exampleOf(given: Json, name: string, owner = ''): unknown {
    const referred = nameOf(given)
    const described = referred === undefined ? given : (components[referred] ?? {})
    const known = ofPlaces[`${owner}.${name}`] ?? ofFields[name]
    if (known !== undefined && fits(described, known)) return known
    if (described.anyOf) {
      const choice = described.anyOf.find((one) => !typesOf(one).includes('null')) ?? {}
      return exampleOf(choice, name, owner)
    }
    if (described.enum) return usual.find((one) => described.enum?.includes(one)) ?? described.enum[0]
    const [kind] = typesOf(described)
    if (kind === 'object' || described.properties) return objectOf(described, referred ?? name)
    if (kind === 'array') return [exampleOf(described.items ?? {}, name, owner)]
    if (kind === 'boolean') return true
    if (kind === 'integer' || kind === 'number') return 1
    if (described.format === 'uuid') return ids.id
    if (described.format === 'date') return '2026-06-15'
    if (described.format === 'date-time') return '2026-06-15T06:30:00Z'
    return kind === 'null' ? null : 'Demo Infra'
  }

  return {
    body: (call: string, described: Json) => ofBodies[call] ?? exampleOf(described, call),
    answer: (call: string, described: Json) => exampleOf(described, call),
  }
}
