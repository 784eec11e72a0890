/** Bodies that no rule makes. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  getKpis: {},
  sendEmail: {
    name: 'Meera Nair',
    email: 'meera.nair@konkan.example',
    mobile: '+919822012345',
    message: 'Please show us the bulk upload on a sheet of ours.',
    source: 'contact',
  },
  addNote: {
    kind: 'CALL',
    text: 'The superintendent says that the refund is with the treasury.',
    happenedOn: '2026-07-14',
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
  createInstrument: {
    kind: 'BG',
    number: '40412BG2600417',
    amount: 2_340_000,
    issuer: 'State Bank of India',
    branch: 'SME Branch, Hassan',
    issuedOn: '2026-06-08',
    expiresOn: '2027-05-30',
    claimUntil: '2027-08-28',
    marginPercent: 15,
    commissionPercent: 1.8,
    state: 'LODGED',
    happenedOn: '2026-06-10',
  },
  addInstrumentEvent: {
    kind: 'EXTENDED',
    happenedOn: '2027-05-11',
    expiresOn: '2027-11-30',
    claimUntil: '2028-02-28',
    charges: 7_434,
    reference: 'SBI/HSN/BG/214',
    remark: 'With the second extension of time',
  },
  createLetterTemplate: {
    kind: 'REFUND_REQUEST',
    language: 'en',
    name: 'Refund of EMD',
    subject: 'Refund of Earnest Money Deposit amounting to {amount}',
    body: 'We request you to kindly refund the following deposits:\n\n{deposits}\n\nIn words: {amountInWords}.',
    enclosures: 'Copies of the receipts',
    isDefault: false,
  },
  createRefundRequest: {
    officeId: '019a3c5d-31aa-7d10-8b2c-4e5f6a7b8c01',
    language: 'en',
    letterOn: '2026-06-20',
    deposits: [{ depositId: '019a3c61-5e20-7f44-9a3b-6c7d8e9f0a11', amount: 485_000 }],
  },
  checkRefundRequest: {
    officeId: '019a3c5d-31aa-7d10-8b2c-4e5f6a7b8c01',
    language: 'hi',
    deposits: [{ depositId: '019a3c61-5e20-7f44-9a3b-6c7d8e9f0a11' }],
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
