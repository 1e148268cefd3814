// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {TillgateToken} from "./TillgateToken.sol";

/// @title Accounts, holds and operations of one Tillgate installation.
/// @notice The platform's operations come in lists. Each has an id and some actions, which all apply or none. An id takes
/// effect once: it is remembered here with its outcome. An operation that fails for a named reason is recorded as FAILED and
/// leaves its neighbours alone; any other error, such as too little gas, undoes the whole transaction.
/// @dev Not upgradeable, and calls no code but its own and that of the tokens that it makes. Ids and the addresses of
/// customers are keyed hashes that only the platform can compute. Amounts come in as uint256 and are kept in 80 bits: what is
/// larger is refused, never cut. Storage decides the cost, so an account is one slot, and so is an operation with its hold or
/// with the hash of its content.
contract TillgateLedger is AccessControl, Pausable {
    /// @dev The values are part of the interface: new ones are added at the end.
    enum Kind {
        ISSUE,
        BURN,
        TRANSFER,
        HOLD,
        CAPTURE,
        RELEASE,
        RESTRICT
    }

    /// @notice Why an operation failed.
    enum Reason {
        NONE,
        INSUFFICIENT_BALANCE,
        UNKNOWN_ACCOUNT,
        UNKNOWN_ASSET,
        UNKNOWN_HOLD,
        HOLD_ENDED,
        RESTRICTED,
        /// Zero, or more than an account can have.
        AMOUNT,
        /// The asset's supply would pass its ceiling.
        CEILING,
        /// More would be issued on this day (UTC) than the asset allows.
        DAILY_LIMIT,
        /// The address was taken off the list.
        UNLISTED,
        /// No actions, too many, a second hold, or restrictions that do not exist.
        MALFORMED
    }

    /// @notice HELD, CAPTURED and RELEASED are operations that were applied and made a hold.
    enum Outcome {
        NONE,
        APPLIED,
        HELD,
        CAPTURED,
        RELEASED,
        FAILED
    }

    /// @param account ISSUE, BURN, TRANSFER, HOLD, RESTRICT
    /// @param asset ISSUE, BURN, TRANSFER, HOLD: must be the account's
    /// @param to TRANSFER; CAPTURE: zero burns what is held
    /// @param value the amount; CAPTURE, RELEASE: the id of the operation that made the hold; RESTRICT: NO_DEBIT | NO_CREDIT
    struct Action {
        Kind kind;
        uint64 asset;
        address account;
        address to;
        uint256 value;
    }

    struct Operation {
        bytes32 id;
        Action[] actions;
    }

    struct NewAccount {
        address account;
        uint64 asset;
    }

    /// @dev One slot. `balance` includes `held`.
    struct Account {
        uint80 balance;
        uint80 held;
        uint64 asset;
        uint8 flags;
    }

    /// @dev Amount and account are those of the hold, if the operation made one.
    struct Result {
        Outcome outcome;
        Reason reason;
        uint80 amount;
        address account;
    }

    /// @dev One slot. `rest` is amount and account of the hold, or without a hold what `contentsOf` tells.
    struct Record {
        Outcome outcome;
        Reason reason;
        uint240 rest;
    }

    /// @dev Three slots: what operations change, the limits, the token. An asset is known when it has a token; its limits may
    /// be there before.
    struct Asset {
        uint80 supply;
        uint80 onHold;
        uint80 issuedToday;
        uint16 today;
        uint80 ceiling;
        uint80 dailyLimit;
        TillgateToken token;
    }

    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    uint256 public constant MAX_AMOUNT = type(uint80).max;
    /// @notice Bounds the gas of an operation, so that each one fits into a transaction.
    uint256 public constant MAX_ACTIONS = 100;

    // Flags of an account.
    uint8 public constant NO_DEBIT = 1;
    uint8 public constant NO_CREDIT = 2;
    uint8 private constant RESTRICTIONS = NO_DEBIT | NO_CREDIT;
    uint8 public constant KNOWN = 4;
    /// @notice Was put on the list by the admin. All other accounts are custodial, for good.
    uint8 public constant FOREIGN = 8;
    /// @notice Is on the list: its owner may move the tokens.
    uint8 public constant LISTED = 16;

    mapping(address account => Account) private _accounts;
    mapping(bytes32 id => Record) private _records;
    /// @dev The content of operations that made a hold and did something else: their record has no room for it.
    mapping(bytes32 id => uint240) private _contents;
    mapping(uint64 asset => Asset) private _assets;
    uint80 private _newCeiling;
    uint80 private _newDailyLimit;

    event OperationApplied(bytes32 indexed id);
    event OperationFailed(bytes32 indexed id, Reason reason);
    event AssetRegistered(uint64 indexed asset, address token);
    event AccountRegistered(address indexed account, uint64 indexed asset);
    event AddressListed(address indexed account, uint64 indexed asset);
    event AddressDelisted(address indexed account);
    event AccountRestricted(address indexed account, uint8 restrictions);
    event LimitsSet(uint64 indexed asset, uint256 ceiling, uint256 dailyLimit);
    event NewAssetLimitsSet(uint256 ceiling, uint256 dailyLimit);

    /// @dev The only error that is recorded as a failure.
    error Refused(Reason reason);
    /// @dev Undoes the transaction; `cause` is empty when the gas did not suffice.
    error OperationAborted(bytes32 id, bytes cause);
    error OnlyLedger();
    error AdminCannotOperate(address account);
    error AdminCannotRemoveItself();
    error ZeroKey();
    error LimitTooLarge(uint256 limit);
    error NotAnAsset(uint64 asset);
    /// @dev The asset is registered with other decimals or another symbol.
    error AssetDiffers(uint64 asset);
    error NotListable(address account);

    /// @param admin grants roles, lifts a pause, sets limits and lists addresses
    /// @param operator registers and executes; never an admin
    /// @param guardian pauses
    constructor(address admin, address operator, address guardian) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(OPERATOR_ROLE, operator);
        _grantRole(GUARDIAN_ROLE, guardian);
    }

    // ── Operations ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Applies operations in their order. An id that is known is skipped, whatever its content: `contentsOf` tells with
    /// which one it was used.
    function execute(Operation[] calldata operations) external onlyRole(OPERATOR_ROLE) whenNotPaused {
        for (uint256 i = 0; i < operations.length; ++i) {
            bytes32 id = operations[i].id;
            if (_records[id].outcome != Outcome.NONE) continue;
            try this.applyOperation(id, operations[i].actions) {}
            catch (bytes memory cause) {
                Reason reason = _reasonIn(cause);
                // A call that runs out of gas leaves this one a 64th. Recording that as a failure would make it last.
                if (reason == Reason.NONE) revert OperationAborted(id, cause);
                _records[id] = Record(Outcome.FAILED, reason, _hash(operations[i].actions));
                emit OperationFailed(id, reason);
            }
        }
    }

    /// @notice One operation, called by the ledger itself so that a failure undoes all of its actions.
    function applyOperation(bytes32 id, Action[] calldata actions) external {
        if (msg.sender != address(this)) revert OnlyLedger();
        if (actions.length == 0 || actions.length > MAX_ACTIONS) revert Refused(Reason.MALFORMED);
        Outcome outcome = Outcome.APPLIED;
        uint240 rest;
        for (uint256 i = 0; i < actions.length; ++i) {
            Action calldata action = actions[i];
            Kind kind = action.kind;
            if (kind == Kind.ISSUE) {
                _issue(action);
            } else if (kind == Kind.BURN) {
                _burn(action);
            } else if (kind == Kind.TRANSFER) {
                _transfer(action);
            } else if (kind == Kind.HOLD) {
                // The hold has the operation's id, so an operation makes one at most.
                if (outcome == Outcome.HELD) revert Refused(Reason.MALFORMED);
                outcome = Outcome.HELD;
                rest = (uint240(_hold(id, action)) << 160) | uint160(action.account);
            } else if (kind == Kind.CAPTURE) {
                _capture(action);
            } else if (kind == Kind.RELEASE) {
                _release(action);
            } else {
                _restrict(action);
            }
        }
        if (outcome == Outcome.APPLIED) rest = _hash(actions);
        else if (actions.length > 1) _contents[id] = _hash(actions);
        // Written last: an operation cannot end its own hold.
        _records[id] = Record(outcome, Reason.NONE, rest);
        emit OperationApplied(id);
    }

    function _issue(Action calldata action) private {
        uint80 amount = _amountOf(action);
        Asset storage asset = _assetOf(action);
        Account storage account = _creditable(action.account, action.asset);
        uint256 supply = uint256(asset.supply) + amount;
        if (supply > asset.ceiling) revert Refused(Reason.CEILING);
        // Only compared for equality, so it does not matter that it starts again in 2149.
        uint16 today = uint16(block.timestamp / 1 days);
        uint256 issuedToday = (asset.today == today ? uint256(asset.issuedToday) : 0) + amount;
        if (issuedToday > asset.dailyLimit) revert Refused(Reason.DAILY_LIMIT);
        // Both are at most a limit, which is kept in 80 bits, and no balance is above the supply.
        asset.supply = uint80(supply);
        asset.issuedToday = uint80(issuedToday);
        asset.today = today;
        account.balance += amount;
        asset.token.emitTransfer(address(0), action.account, amount);
    }

    function _burn(Action calldata action) private {
        uint80 amount = _amountOf(action);
        Asset storage asset = _assetOf(action);
        Account storage account = _accountOf(action.account, action.asset);
        if (_freeOf(account) < amount) revert Refused(Reason.INSUFFICIENT_BALANCE);
        account.balance -= amount;
        asset.supply -= amount;
        asset.token.emitTransfer(action.account, address(0), amount);
    }

    function _transfer(Action calldata action) private {
        uint80 amount = _amountOf(action);
        Asset storage asset = _assetOf(action);
        _move(action.account, action.to, action.asset, amount);
        asset.token.emitTransfer(action.account, action.to, amount);
    }

    function _hold(bytes32 id, Action calldata action) private returns (uint80 amount) {
        amount = _amountOf(action);
        Asset storage asset = _assetOf(action);
        Account storage account = _accountOf(action.account, action.asset);
        if (_freeOf(account) < amount) revert Refused(Reason.INSUFFICIENT_BALANCE);
        account.held += amount;
        asset.onHold += amount;
        asset.token.emitHoldCreated(id, action.account, amount);
    }

    function _capture(Action calldata action) private {
        (address holder, uint80 amount) = _endHold(action, Outcome.CAPTURED);
        Account storage account = _accounts[holder];
        Asset storage asset = _assets[account.asset];
        account.balance -= amount;
        account.held -= amount;
        asset.onHold -= amount;
        if (action.to == address(0)) {
            asset.supply -= amount;
        } else {
            _creditable(action.to, account.asset).balance += amount;
        }
        asset.token.emitHoldExecuted(bytes32(action.value), holder, action.to, amount);
    }

    function _release(Action calldata action) private {
        (address holder, uint80 amount) = _endHold(action, Outcome.RELEASED);
        Account storage account = _accounts[holder];
        Asset storage asset = _assets[account.asset];
        account.held -= amount;
        asset.onHold -= amount;
        asset.token.emitHoldReleased(bytes32(action.value), holder, amount);
    }

    function _endHold(Action calldata action, Outcome outcome) private returns (address holder, uint80 amount) {
        Record storage hold = _records[bytes32(action.value)];
        Outcome before = hold.outcome;
        if (before == Outcome.CAPTURED || before == Outcome.RELEASED) revert Refused(Reason.HOLD_ENDED);
        if (before != Outcome.HELD) revert Refused(Reason.UNKNOWN_HOLD);
        hold.outcome = outcome;
        return (address(uint160(hold.rest)), uint80(hold.rest >> 160));
    }

    function _restrict(Action calldata action) private {
        if (action.value > RESTRICTIONS) revert Refused(Reason.MALFORMED);
        uint8 restrictions = uint8(action.value);
        Account storage account = _accounts[action.account];
        if (account.flags & KNOWN == 0) revert Refused(Reason.UNKNOWN_ACCOUNT);
        account.flags = (account.flags & ~RESTRICTIONS) | restrictions;
        emit AccountRestricted(action.account, restrictions);
    }

    function _move(address from, address to, uint64 asset, uint80 amount) private {
        Account storage payer = _accountOf(from, asset);
        Account storage payee = _creditable(to, asset);
        if (payer.flags & NO_DEBIT != 0 || payee.flags & NO_CREDIT != 0) revert Refused(Reason.RESTRICTED);
        if (_freeOf(payer) < amount) revert Refused(Reason.INSUFFICIENT_BALANCE);
        payer.balance -= amount;
        payee.balance += amount;
    }

    function _freeOf(Account storage account) private view returns (uint80) {
        return account.balance - account.held;
    }

    function _amountOf(Action calldata action) private pure returns (uint80) {
        if (action.value == 0 || action.value > MAX_AMOUNT) revert Refused(Reason.AMOUNT);
        return uint80(action.value);
    }

    function _assetOf(Action calldata action) private view returns (Asset storage asset) {
        asset = _assets[action.asset];
        if (address(asset.token) == address(0)) revert Refused(Reason.UNKNOWN_ASSET);
    }

    function _accountOf(address account, uint64 asset) private view returns (Account storage found) {
        found = _accounts[account];
        if (found.flags & KNOWN == 0 || found.asset != asset) revert Refused(Reason.UNKNOWN_ACCOUNT);
    }

    /// @dev An address that was taken off the list receives nothing; what it has can still be moved or burned.
    function _creditable(address account, uint64 asset) private view returns (Account storage found) {
        found = _accountOf(account, asset);
        if (found.flags & (FOREIGN | LISTED) == FOREIGN) revert Refused(Reason.UNLISTED);
    }

    /// @dev The last 30 bytes of keccak256(abi.encode(actions)): they fit into the slot of a record. Written out because
    /// encoding would copy each field, and would leave its memory taken for the operations that follow.
    function _hash(Action[] calldata actions) private pure returns (uint240) {
        bytes32 hash;
        assembly ("memory-safe") {
            let start := mload(0x40)
            let size := mul(actions.length, 160)
            mstore(start, 32)
            mstore(add(start, 32), actions.length)
            calldatacopy(add(start, 64), actions.offset, size)
            hash := keccak256(start, add(64, size))
        }
        return uint240(uint256(hash));
    }

    /// @dev NONE unless the error is exactly Refused(reason).
    function _reasonIn(bytes memory cause) private pure returns (Reason) {
        if (cause.length != 36 || bytes4(cause) != Refused.selector) return Reason.NONE;
        return Reason(uint8(cause[35]));
    }

    // ── Registration, by the operator ───────────────────────────────────────────────────────────────────────────────────

    /// @notice Makes an asset known, with a token of its own. A repetition changes nothing; with other decimals or another
    /// symbol it is refused. Its limits are those that the admin has given it, or else those of new assets.
    /// @dev The token's address depends on the asset alone, so a reorganisation does not change it.
    function registerAsset(uint64 asset, string calldata name, string calldata symbol, uint8 decimals)
        external
        onlyRole(OPERATOR_ROLE)
        whenNotPaused
    {
        Asset storage added = _assets[asset];
        if (address(added.token) != address(0)) {
            if (!added.token.isDescribedBy(symbol, decimals)) revert AssetDiffers(asset);
            return;
        }
        if (asset == 0) revert NotAnAsset(asset);
        TillgateToken token = new TillgateToken{salt: bytes32(uint256(asset))}(asset);
        token.describe(name, symbol, decimals);
        added.token = token;
        emit AssetRegistered(asset, address(token));
        if (added.ceiling != 0 || added.dailyLimit != 0) return;
        added.ceiling = _newCeiling;
        added.dailyLimit = _newDailyLimit;
        emit LimitsSet(asset, _newCeiling, _newDailyLimit);
    }

    /// @notice Makes customers' accounts known. Skips those that are known, also with another asset, and those whose asset
    /// is not known: `accountsOf` tells.
    function registerAccounts(NewAccount[] calldata added) external onlyRole(OPERATOR_ROLE) whenNotPaused {
        for (uint256 i = 0; i < added.length; ++i) {
            address account = added[i].account;
            uint64 asset = added[i].asset;
            if (account == address(0) || address(_assets[asset].token) == address(0)) continue;
            if (_accounts[account].flags & KNOWN != 0) continue;
            _accounts[account] = Account(0, 0, asset, KNOWN);
            emit AccountRegistered(account, asset);
        }
    }

    // ── Administration ──────────────────────────────────────────────────────────────────────────────────────────────────

    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice What bounds a stolen operator's key: the supply, and what is issued on one day (UTC) whatever is burned. An asset
    /// can have its limits before it is registered.
    function setLimits(uint64 asset, uint256 ceiling, uint256 dailyLimit) external onlyRole(DEFAULT_ADMIN_ROLE) {
        Asset storage changed = _assets[asset];
        if (asset == 0) revert NotAnAsset(asset);
        changed.ceiling = _limit(ceiling);
        changed.dailyLimit = _limit(dailyLimit);
        emit LimitsSet(asset, ceiling, dailyLimit);
    }

    /// @notice The limits of assets that are registered without limits of their own. They are zero unless the admin sets them,
    /// which is for chains without value: whoever has the operator's key can register assets.
    function setNewAssetLimits(uint256 ceiling, uint256 dailyLimit) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _newCeiling = _limit(ceiling);
        _newDailyLimit = _limit(dailyLimit);
        emit NewAssetLimitsSet(ceiling, dailyLimit);
    }

    /// @notice Lets the owner of an address hold one asset and move it with the token's own functions. A customer's address
    /// cannot be listed.
    function listAddress(address account, uint64 asset) external onlyRole(DEFAULT_ADMIN_ROLE) {
        if (address(_assets[asset].token) == address(0)) revert NotAnAsset(asset);
        if (account == address(0)) revert NotListable(account);
        Account storage listed = _accounts[account];
        uint8 flags = listed.flags;
        if (flags & KNOWN != 0 && (flags & FOREIGN == 0 || listed.asset != asset)) revert NotListable(account);
        listed.asset = asset;
        listed.flags = flags | KNOWN | FOREIGN | LISTED;
        emit AddressListed(account, asset);
    }

    function delistAddress(address account) external onlyRole(DEFAULT_ADMIN_ROLE) {
        Account storage listed = _accounts[account];
        if (listed.flags & LISTED == 0) revert NotListable(account);
        listed.flags &= ~LISTED;
        emit AddressDelisted(account);
    }

    function _limit(uint256 limit) private pure returns (uint80) {
        if (limit > MAX_AMOUNT) revert LimitTooLarge(limit);
        return uint80(limit);
    }

    /// @dev An admin that could operate would lift its own limits.
    function _grantRole(bytes32 role, address account) internal override returns (bool) {
        if (account == address(0)) revert ZeroKey();
        if (role == OPERATOR_ROLE && hasRole(DEFAULT_ADMIN_ROLE, account)) revert AdminCannotOperate(account);
        if (role == DEFAULT_ADMIN_ROLE && hasRole(OPERATOR_ROLE, account)) revert AdminCannotOperate(account);
        return super._grantRole(role, account);
    }

    /// @dev Only another admin can remove one, so that one always remains.
    function _revokeRole(bytes32 role, address account) internal override returns (bool) {
        if (role == DEFAULT_ADMIN_ROLE && account == msg.sender) revert AdminCannotRemoveItself();
        return super._revokeRole(role, account);
    }

    // ── The tokens' side ────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A transfer that the owner of a listed address makes with the token; both sides must be listed. Customers'
    /// accounts take no part: their balances are those of the platform's book.
    function transferListed(address from, address to, uint256 value) external whenNotPaused {
        Account storage payer = _accounts[from];
        uint64 asset = payer.asset;
        if (address(_assets[asset].token) != msg.sender) revert Refused(Reason.UNKNOWN_ACCOUNT);
        if (payer.flags & LISTED == 0) revert Refused(Reason.UNLISTED);
        if (_accountOf(to, asset).flags & LISTED == 0) revert Refused(Reason.UNLISTED);
        if (value > MAX_AMOUNT) revert Refused(Reason.INSUFFICIENT_BALANCE);
        _move(from, to, asset, uint80(value));
    }

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    function resultsOf(bytes32[] calldata ids) external view returns (Result[] memory results) {
        results = new Result[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            results[i] = _resultOf(ids[i]);
        }
    }

    /// @notice With which actions ids were used: the last 30 bytes of keccak256(abi.encode(actions)), or zero for an id that is
    /// not known. Whoever sent an operation compares it: a stolen key can use an id before its owner does.
    function contentsOf(bytes32[] calldata ids) external view returns (uint240[] memory contents) {
        contents = new uint240[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            contents[i] = _contentOf(ids[i]);
        }
    }

    /// @notice Also tells by ERC-165 that `contentsOf` is there: the first version of this contract has none.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return interfaceId == this.contentsOf.selector || super.supportsInterface(interfaceId);
    }

    function _resultOf(bytes32 id) private view returns (Result memory) {
        Record storage found = _records[id];
        if (!_hasHold(found)) return Result(found.outcome, found.reason, 0, address(0));
        return Result(found.outcome, found.reason, uint80(found.rest >> 160), address(uint160(found.rest)));
    }

    function _contentOf(bytes32 id) private view returns (uint240) {
        Record storage found = _records[id];
        if (!_hasHold(found)) return found.rest;
        uint240 kept = _contents[id];
        if (kept != 0) return kept;
        // The hold was all, and its record says all of it: an account keeps its asset.
        address account = address(uint160(found.rest));
        Action[] memory actions = new Action[](1);
        actions[0] = Action(Kind.HOLD, _accounts[account].asset, account, address(0), uint80(found.rest >> 160));
        return uint240(uint256(keccak256(abi.encode(actions))));
    }

    function _hasHold(Record storage found) private view returns (bool) {
        Outcome outcome = found.outcome;
        return outcome == Outcome.HELD || outcome == Outcome.CAPTURED || outcome == Outcome.RELEASED;
    }

    function accountsOf(address[] calldata accounts) external view returns (Account[] memory found) {
        found = new Account[](accounts.length);
        for (uint256 i = 0; i < accounts.length; ++i) {
            found[i] = _accounts[accounts[i]];
        }
    }

    /// @dev `issuedToday` is that of the day `today`, which may be over.
    function assetsOf(uint64[] calldata assets) external view returns (Asset[] memory found) {
        found = new Asset[](assets.length);
        for (uint256 i = 0; i < assets.length; ++i) {
            found[i] = _assets[assets[i]];
        }
    }

    function newAssetLimits() external view returns (uint256 ceiling, uint256 dailyLimit) {
        return (_newCeiling, _newDailyLimit);
    }

    // For the tokens, which show one thing at a time.

    function accountOf(address account) external view returns (Account memory) {
        return _accounts[account];
    }

    function resultOf(bytes32 id) external view returns (Result memory) {
        return _resultOf(id);
    }

    function supplyOf(uint64 asset) external view returns (uint256 supply, uint256 onHold) {
        return (_assets[asset].supply, _assets[asset].onHold);
    }
}
