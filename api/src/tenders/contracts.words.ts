import type { WordsOf } from '../kernel/words.ts'
import type * as contracts from './contracts.ts'

export const contractsWords: WordsOf<typeof contracts> = {
  descriptions: {
    extensionCoun: 'the number of extensions (the misspelling is part of the specification)',
    aggreementDate: 'the day of the agreement (the misspelling is part of the specification)',
  },
  examples: {
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
    extensionCoun: 0,
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
    contractMetadata: { division: 'Tumakuru', scheme: 'SH-33' },
    figure: null,
    figureKey: null,
  },
  calls: {
    exportContracts: {
      examples: { columns: [{ field: 'contractName', label: 'Contract name' }] },
    },
  },
}
