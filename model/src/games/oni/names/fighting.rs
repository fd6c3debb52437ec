//! Techniques and moves of melee profiles (`oni.md` 2.9).

crate::names! {
    /// What sort of move it is; the type counts within it.
    pub MOVE_CATEGORIES = "move category", "oni.md 2.9":
        0x00 "Attack", 0x10 "Position", 0x20 "Maneuver", 0x30 "Evade", 0x40 "Throw";
    /// Attacks: punches P, kicks K, with the direction held.
    pub ATTACKS = "attack", "oni.md 2.9":
        0 "P", 1 "PP", 2 "PPP", 3 "PPPP", 4 "PF", 5 "PL", 6 "PR", 7 "PB", 8 "PD", 9 "PF_PF", 10 "PF_PF_PF",
        11 "PL_PL", 12 "PL_PL_PL", 13 "PR_PR", 14 "PR_PR_PR", 15 "PB_PB", 16 "PB_PB_PB", 17 "PD_PD", 18 "PD_PD_PD",
        19 "K", 20 "KK", 21 "KKK", 22 "KKKF", 23 "KF", 24 "KL", 25 "KR", 26 "KB", 27 "KD", 28 "KF_KF", 29 "KF_KF_KF",
        30 "KL_KL", 31 "KL_KL_KL", 32 "KR_KR", 33 "KR_KR_KR", 34 "KB_KB", 35 "KB_KB_KB", 36 "KD_KD", 37 "KD_KD_KD",
        38 "PPK", 39 "PKK", 40 "PKP", 41 "KPK", 42 "KPP", 43 "KKP", 44 "PK", 45 "KP", 46 "PPKK", 47 "PPKKK",
        48 "PPKKKKK", 49 "HP", 50 "HPF", 51 "HK", 52 "HKF", 53 "CS_P", 54 "CS_K", 55 "C_P1", 56 "C_P2", 57 "C_PF",
        58 "C_K1", 59 "C_K2", 60 "C_KF", 61 "GETUP_KF", 62 "GETUP_KB", 63 "R_P", 64 "R_K", 65 "RB_P", 66 "RB_K",
        67 "RL_P", 68 "RL_K", 69 "RR_P", 70 "RR_K", 71 "R_SLIDE", 72 "J_P", 73 "J_K", 74 "JF_P", 75 "JF_PB",
        76 "JF_K", 77 "JF_KB", 78 "JB_P", 79 "JB_K", 80 "JL_P", 81 "JL_K", 82 "JR_P", 83 "JR_K";
    /// Positions.
    pub POSITIONS = "position", "oni.md 2.9":
        0 "RunForward", 1 "RunLeft", 2 "RunRight", 3 "RunBack", 4 "JumpUp", 5 "JumpForward", 6 "JumpLeft",
        7 "JumpRight", 8 "JumpBack", 9 "StartToCrouch", 10 "Crouch", 11 "Stand", 12 "CloseForward", 13 "CloseLeft",
        14 "CloseRight", 15 "CloseBack", 16 "RunJumpForward", 17 "RunJumpLeft", 18 "RunJumpRight", 19 "RunJumpBack";
    /// Manoeuvres.
    pub MANEUVERS = "maneuver", "oni.md 2.9":
        0 "Advance", 1 "Retreat", 2 "CircleLeft", 3 "CircleRight", 4 "Pause", 5 "Crouch", 6 "Jump", 7 "Taunt",
        8 "RandomStop", 9 "GetUpForward", 10 "GetUpBackward", 11 "GetUpRollLeft", 12 "GetUpRollRight",
        13 "BarabasWave";
    /// Evades.
    pub EVADES = "evade", "oni.md 2.9":
        0 "JumpForward", 1 "JumpForward2", 2 "JumpBack", 3 "JumpBack2", 4 "JumpLeft", 5 "JumpLeft2", 6 "JumpRight",
        7 "JumpRight2", 8 "RunJumpForward", 9 "RunJumpForward2", 10 "RunJumpBack", 11 "RunJumpBack2",
        12 "RunJumpLeft", 13 "RunJumpLeft2", 14 "RunJumpRight", 15 "RunJumpRight2", 16 "RollForward",
        17 "RollBackward", 18 "RollLeft", 19 "RollRight", 20 "SlideForward", 21 "SlideBack", 22 "SlideLeft",
        23 "SlideRight";
    /// Throws.
    pub THROWS = "throw", "oni.md 2.9":
        0 "P_Front", 1 "K_Front", 2 "P_Behind", 3 "K_Behind", 4 "RP_Front", 5 "RK_Front", 6 "RP_Behind",
        7 "RK_Behind", 8 "P_FrontDisarm", 9 "K_FrontDisarm", 10 "P_BehindDisarm", 11 "K_BehindDisarm",
        12 "RP_FrontDisarm", 13 "RK_FrontDisarm", 14 "RP_BehindDisarm", 15 "RK_BehindDisarm", 16 "P_FrontRifDisarm",
        17 "K_FrontRifDisarm", 18 "P_BehindRifDisarm", 19 "K_BehindRifDisarm", 20 "RP_FrontRifDisarm",
        21 "RK_FrontRifDisarm", 22 "RP_BehindRifDisarm", 23 "RK_BehindRifDisarm", 24 "Tackle";
}

crate::flag_names! {
    /// Techniques.
    pub TECHNIQUE_FLAGS = "technique flags", "oni.md 2.9":
        0 "interruptible" "", 1 "generous direction" "", 2 "fearless" "";
}
