// Small changes of the contracts, each of which breaks one rule, and the test file that must notice.
// `npm run contracts -- --mutations` makes each of them in a copy and runs that file on Hardhat's chain.

type TestFile = 'operation-rules' | 'transactions' | 'parties' | 'invariants' | 'gas'

/** The rule that it breaks, the text in the source (once) and what replaces it. */
type Change = readonly [rule: string, from: string, to: string]

export interface Mutation {
  readonly source: 'TillgateLedger' | 'TillgateToken'
  readonly noticedBy: TestFile
  readonly change: Change
}

const LEDGER: Readonly<Record<TestFile, readonly Change[]>> = {
  gas: [
    [
      'lack of gas is not recorded as a failure',
      'if (reason == Reason.NONE) revert OperationAborted(id, cause);',
      'if (reason == Reason.NONE) reason = Reason.MALFORMED;',
    ],
  ],
  transactions: [
    ['an id takes effect once', 'if (_records[id].outcome != Outcome.NONE) continue;', ''],
    [
      'what failed stays failed',
      'if (_records[id].outcome != Outcome.NONE) continue;',
      'if (_records[id].outcome != Outcome.NONE && _records[id].outcome != Outcome.FAILED) continue;',
    ],
    [
      'a pause stops operations',
      'execute(Operation[] calldata operations) external onlyRole(OPERATOR_ROLE) whenNotPaused',
      'execute(Operation[] calldata operations) external onlyRole(OPERATOR_ROLE)',
    ],
    [
      'only the operator executes',
      'execute(Operation[] calldata operations) external onlyRole(OPERATOR_ROLE) whenNotPaused',
      'execute(Operation[] calldata operations) external whenNotPaused',
    ],
    ['only the ledger applies', 'if (msg.sender != address(this)) revert OnlyLedger();', ''],
    [
      'the guardian alone pauses',
      'pause() external onlyRole(GUARDIAN_ROLE)',
      'pause() external onlyRole(DEFAULT_ADMIN_ROLE)',
    ],
    [
      'the guardian only pauses',
      'unpause() external onlyRole(DEFAULT_ADMIN_ROLE)',
      'unpause() external onlyRole(GUARDIAN_ROLE)',
    ],
    [
      'a new day has a new limit',
      '(asset.today == today ? uint256(asset.issuedToday) : 0)',
      'uint256(asset.issuedToday)',
    ],
    [
      'a failed operation keeps its content',
      'Record(Outcome.FAILED, reason, _hash(operations[i].actions))',
      'Record(Outcome.FAILED, reason, 0)',
    ],
    ['an applied operation keeps its content', 'if (outcome == Outcome.APPLIED) rest = _hash(actions);', ''],
    [
      'a hold among other actions keeps its content',
      'else if (actions.length > 1) _contents[id] = _hash(actions);',
      '',
    ],
    ['an asset keeps limits that it had before', 'if (added.ceiling != 0 || added.dailyLimit != 0) return;', ''],
    ['limits are not cut', 'if (limit > MAX_AMOUNT) revert LimitTooLarge(limit);', ''],
  ],
  'operation-rules': [
    ['the supply has a ceiling', 'if (supply > asset.ceiling) revert Refused(Reason.CEILING);', ''],
    ['a day has a limit', 'if (issuedToday > asset.dailyLimit) revert Refused(Reason.DAILY_LIMIT);', ''],
    ['amounts are not cut', 'action.value == 0 || action.value > MAX_AMOUNT', 'action.value == 0'],
    ['an amount is not zero', 'action.value == 0 || action.value > MAX_AMOUNT', 'action.value > MAX_AMOUNT'],
    ['what is held is not free', 'return account.balance - account.held;', 'return account.balance;'],
    ['an operation has one hold', 'if (outcome == Outcome.HELD) revert Refused(Reason.MALFORMED);', ''],
    ['an operation has few actions', 'actions.length == 0 || actions.length > MAX_ACTIONS', 'actions.length == 0'],
    ['an operation has actions', 'actions.length == 0 || actions.length > MAX_ACTIONS', 'actions.length > MAX_ACTIONS'],
    [
      'a released hold has ended',
      'before == Outcome.CAPTURED || before == Outcome.RELEASED',
      'before == Outcome.CAPTURED',
    ],
    ['only a hold is ended', 'if (before != Outcome.HELD) revert Refused(Reason.UNKNOWN_HOLD);', ''],
    ['an ended hold is marked', 'hold.outcome = outcome;', ''],
    [
      'an operation does not end its own hold',
      'rest = (uint240(_hold(id, action)) << 160) | uint160(action.account);',
      'rest = (uint240(_hold(id, action)) << 160) | uint160(action.account); _records[id] = Record(outcome, Reason.NONE, rest);',
    ],
    ['NO_DEBIT stops a transfer', 'payer.flags & NO_DEBIT != 0 || payee', 'payee'],
    [
      'NO_CREDIT stops a transfer',
      'payer.flags & NO_DEBIT != 0 || payee.flags & NO_CREDIT != 0',
      'payer.flags & NO_DEBIT != 0',
    ],
    [
      'restrictions replace those before',
      '(account.flags & ~RESTRICTIONS) | restrictions',
      'account.flags | restrictions',
    ],
    ['only restrictions are set', 'if (action.value > RESTRICTIONS) revert Refused(Reason.MALFORMED);', ''],
    ['an account has one asset', 'found.flags & KNOWN == 0 || found.asset != asset', 'found.flags & KNOWN == 0'],
    [
      'an address off the list receives nothing',
      'revert Refused(Reason.UNLISTED);\n    }\n\n    /// @dev NONE',
      '{}\n    }\n\n    /// @dev NONE',
    ],
    ['an asset must be known', 'if (address(asset.token) == address(0)) revert Refused(Reason.UNKNOWN_ASSET);', ''],
    [
      'a burn lowers the supply',
      'account.balance -= amount;\n        asset.supply -= amount;',
      'account.balance -= amount;',
    ],
    [
      'a captured hold is no longer held',
      'account.held -= amount;\n        asset.onHold -= amount;\n        if',
      'asset.onHold -= amount;\n        if',
    ],
    [
      'a failure undoes its actions',
      'revert Refused(Reason.INSUFFICIENT_BALANCE);\n        account.balance',
      'return;\n        account.balance',
    ],
  ],
  invariants: [
    ['restrictions leave the listing alone', '(account.flags & ~RESTRICTIONS) | restrictions', 'KNOWN | restrictions'],
    [
      'a release lowers what is on hold',
      'account.held -= amount;\n        asset.onHold -= amount;\n        asset',
      'account.held -= amount;\n        asset',
    ],
    ['a captured hold that is burned lowers the supply', 'asset.supply -= amount;\n        } else', '} else'],
    [
      'the payee of a capture gets it',
      '_creditable(action.to, account.asset).balance += amount;',
      '_creditable(action.to, account.asset);',
    ],
  ],
  parties: [
    [
      "only the asset's token moves",
      'if (address(_assets[asset].token) != msg.sender) revert Refused(Reason.UNKNOWN_ACCOUNT);',
      '',
    ],
    ['customers move nothing', 'if (payer.flags & LISTED == 0) revert Refused(Reason.UNLISTED);', ''],
    [
      'customers receive nothing',
      'if (_accountOf(to, asset).flags & LISTED == 0) revert Refused(Reason.UNLISTED);',
      '',
    ],
    ["a pause stops the owners' transfers", 'uint256 value) external whenNotPaused', 'uint256 value) external'],
    ["an owner's amount is not cut", 'if (value > MAX_AMOUNT) revert Refused(Reason.INSUFFICIENT_BALANCE);', ''],
    ['an account keeps what it has', 'if (_accounts[account].flags & KNOWN != 0) continue;', ''],
    [
      'an account needs a known asset',
      'account == address(0) || address(_assets[asset].token) == address(0)',
      'account == address(0)',
    ],
    ['customers are not listed', 'flags & FOREIGN == 0 || listed.asset != asset', 'listed.asset != asset'],
    ['a listed address keeps its asset', 'flags & FOREIGN == 0 || listed.asset != asset', 'flags & FOREIGN == 0'],
    [
      'an operator is no admin',
      'if (role == DEFAULT_ADMIN_ROLE && hasRole(OPERATOR_ROLE, account)) revert AdminCannotOperate(account);',
      '',
    ],
    [
      'an admin is no operator',
      'if (role == OPERATOR_ROLE && hasRole(DEFAULT_ADMIN_ROLE, account)) revert AdminCannotOperate(account);',
      '',
    ],
    [
      'an admin remains',
      'if (role == DEFAULT_ADMIN_ROLE && account == msg.sender) revert AdminCannotRemoveItself();',
      '',
    ],
    ['address zero has no role', 'if (account == address(0)) revert ZeroKey();', ''],
    [
      'an asset is not registered anew with other decimals',
      'if (!added.token.isDescribedBy(symbol, decimals)) revert AssetDiffers(asset);',
      '',
    ],
    ['new assets have limits', 'added.ceiling = _newCeiling;', 'added.ceiling = uint80(MAX_AMOUNT);'],
  ],
}

const TOKEN: readonly Change[] = [
  ['a token keeps its decimals', 'decimals == decimals_ && ', ''],
  ['a token keeps its symbol', ' && keccak256(bytes(symbol)) == keccak256(bytes(symbol_))', ''],
  ['only the ledger tells', 'if (msg.sender != address(ledger)) revert OnlyLedger();', ''],
  ['an allowance is enough', 'if (allowed < value) revert InsufficientAllowance(msg.sender, allowed, value);', ''],
  ['an allowance is spent', '= allowed - value;', '= allowed;'],
  ['a balance is what is free', 'return balance - held;', 'return balance;'],
  [
    'a token shows its own asset',
    'found.asset == asset ? (found.balance, found.held) : (0, 0)',
    '(found.balance, found.held)',
  ],
  ['a token shows its own holds', ' || ledger.accountOf(hold.account).asset != asset', ''],
  [
    'a transfer is told',
    'ledger.transferListed(from, to, value);\n        emit Transfer(from, to, value);',
    'ledger.transferListed(from, to, value);',
  ],
]

export const MUTATIONS: readonly Mutation[] = [
  ...Object.entries(LEDGER).flatMap(([noticedBy, changes]) =>
    changes.map((change): Mutation => ({ source: 'TillgateLedger', noticedBy: noticedBy as TestFile, change })),
  ),
  ...TOKEN.map((change): Mutation => ({ source: 'TillgateToken', noticedBy: 'parties', change })),
]
