import { administrationScreens, openScreens, operatorScreens } from '../src/addresses.ts'
import { operator } from '../src/people.ts'
import { testScreens } from '../src/screen-walk.ts'
import { ownerOfSample, walkOfNewcomer } from '../src/walks.ts'

testScreens('anybody', 1, async () => ({ who: null, paths: openScreens }))
testScreens('the administrator', 2, async () => ({ who: ownerOfSample, paths: await administrationScreens() }))
testScreens('the operator', 2, async () => ({ who: operator(), paths: await operatorScreens() }))
testScreens('a newcomer', 1, walkOfNewcomer)
