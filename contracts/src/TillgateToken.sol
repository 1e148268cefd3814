// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {TillgateLedger} from "./TillgateLedger.sol";

/// @title The ERC-20 face of one asset. Balances are kept by the ledger that made it; only allowances are kept here.
/// @notice Holds follow ERC-1996 as far as it applies: the ledger's operator is issuer and notary of all of them, they do not
/// expire, and they are executed whole. `balanceOf` is what is free; `netBalanceOf` includes what is on hold.
/// @dev Only listed addresses move tokens here. The customers' are custodial: the ledger alone moves them.
contract TillgateToken is IERC20Metadata {
    /// @dev Those of ERC-1996.
    enum HoldStatusCode {
        Nonexistent,
        Ordered,
        Executed,
        ReleasedByNotary,
        ReleasedByPayee,
        ReleasedOnExpiration
    }

    TillgateLedger public immutable ledger;
    uint64 public immutable asset;
    string public name;
    string public symbol;
    uint8 public decimals;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event HoldCreated(bytes32 indexed operationId, address indexed from, uint256 value);
    /// @dev `to` is zero when the tokens were burned. A Transfer goes with it.
    event HoldExecuted(bytes32 indexed operationId, address indexed from, address indexed to, uint256 value);
    event HoldReleased(bytes32 indexed operationId, address indexed from, uint256 value);

    error OnlyLedger();
    error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);

    modifier onlyLedger() {
        if (msg.sender != address(ledger)) revert OnlyLedger();
        _;
    }

    /// @dev Name, symbol and decimals are no arguments: the address must depend on the asset alone.
    constructor(uint64 asset_) {
        ledger = TillgateLedger(msg.sender);
        asset = asset_;
    }

    /// @notice Called once, when the ledger makes the token.
    function describe(string calldata name_, string calldata symbol_, uint8 decimals_) external onlyLedger {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    /// @notice The name is left out: an issuer can change it.
    function isDescribedBy(string calldata symbol_, uint8 decimals_) external view returns (bool) {
        return decimals == decimals_ && keccak256(bytes(symbol)) == keccak256(bytes(symbol_));
    }

    // ── ERC-20 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    function totalSupply() external view returns (uint256 supply) {
        (supply,) = ledger.supplyOf(asset);
    }

    function balanceOf(address account) external view returns (uint256) {
        (uint256 balance, uint256 held) = _balanceOf(account);
        return balance - held;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert InsufficientAllowance(msg.sender, allowed, value);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        ledger.transferListed(from, to, value);
        emit Transfer(from, to, value);
    }

    // ── Holds, as ERC-1996 shows them ───────────────────────────────────────────────────────────────────────────────────

    function balanceOnHold(address account) external view returns (uint256 held) {
        (, held) = _balanceOf(account);
    }

    function netBalanceOf(address account) external view returns (uint256 balance) {
        (balance,) = _balanceOf(account);
    }

    function totalSupplyOnHold() external view returns (uint256 onHold) {
        (, onHold) = ledger.supplyOf(asset);
    }

    /// @return from the account whose tokens are held
    /// @return to zero: CAPTURE names it
    /// @return notary the ledger
    /// @return value the amount that was held
    /// @return expiration zero: never
    /// @return status Ordered, Executed or ReleasedByNotary
    function retrieveHoldData(bytes32 operationId)
        external
        view
        returns (address from, address to, address notary, uint256 value, uint256 expiration, HoldStatusCode status)
    {
        TillgateLedger.Result memory hold = ledger.resultOf(operationId);
        if (hold.account == address(0) || ledger.accountOf(hold.account).asset != asset) {
            return (address(0), address(0), address(0), 0, 0, HoldStatusCode.Nonexistent);
        }
        status = HoldStatusCode.Ordered;
        if (hold.outcome == TillgateLedger.Outcome.CAPTURED) status = HoldStatusCode.Executed;
        if (hold.outcome == TillgateLedger.Outcome.RELEASED) status = HoldStatusCode.ReleasedByNotary;
        return (hold.account, address(0), address(ledger), hold.amount, 0, status);
    }

    function _balanceOf(address account) private view returns (uint256 balance, uint256 held) {
        TillgateLedger.Account memory found = ledger.accountOf(account);
        return found.asset == asset ? (found.balance, found.held) : (0, 0);
    }

    // ── Events of what the ledger has done ──────────────────────────────────────────────────────────────────────────────

    function emitTransfer(address from, address to, uint256 value) external onlyLedger {
        emit Transfer(from, to, value);
    }

    function emitHoldCreated(bytes32 operationId, address from, uint256 value) external onlyLedger {
        emit HoldCreated(operationId, from, value);
    }

    function emitHoldExecuted(bytes32 operationId, address from, address to, uint256 value) external onlyLedger {
        emit HoldExecuted(operationId, from, to, value);
        emit Transfer(from, to, value);
    }

    function emitHoldReleased(bytes32 operationId, address from, uint256 value) external onlyLedger {
        emit HoldReleased(operationId, from, value);
    }
}
